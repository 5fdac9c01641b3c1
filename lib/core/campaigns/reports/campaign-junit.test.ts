import { expect, it } from 'vitest'
import { campaignHtml } from './campaign-html'
import { campaignJunit } from './campaign-junit'
import { campaignMarkdown } from './campaign-markdown'
import type { CampaignReport } from './campaign-report'

const step = {
  ...{ number: 1, preset: 'bad_signature', title: 'Bad signature', kind: 'presentation', expects: 'refusal' },
  ...{
    person: null,
    state: 'silent',
    verdict: 'incomplete',
    reason: 'Only a person can tell.',
    counts: null,
    duration_ms: 61_250,
  },
  ...{ broken: [], request_problems: [], outcome: null, session: null, earlier: [] },
}
const report = {
  service: { version: '1' },
  catalogue: { version: '1', checks: 1 },
  broken: [],
  campaign: {
    ...{ campaign_id: 'an id', title: 'Own', campaign: null, page_url: 'http://localhost/campaigns/1', steps: [step] },
    ...{ wallet: { name: 'Wallet', version: '1' }, created_at: '2026-01-01T00:00:00.000Z', verdict: 'incomplete' },
    counts: { passed: 1, steps: 1, done: 1 },
  },
} as unknown as CampaignReport

it('calls silence an error, as the report of the session does, and skips it where a list expects it', () => {
  const outcome = (...expected: Parameters<typeof campaignJunit>[2][]) =>
    / errors="(\d)" skipped="(\d)"/
      .exec(campaignJunit(report, 'must', ...expected))
      ?.slice(1)
      .join()
  expect(outcome()).toBe('1,0')
  expect(outcome(() => false)).toBe('1,0')
  expect(outcome((preset, rule) => preset === 'bad_signature' && rule === 'no_verdict')).toBe('0,1')
})

it('has the duration of each session in seconds, and how to fix each rule that was broken', () => {
  const broken = {
    ...{ id: 'vp.negative.rejected', title: 'A wrong request is refused', level: 'must', problem: 'It presented.' },
    ...{
      clause: { spec: 'OpenID4VP 1.0', section: '14.2', url: 'https://openid.net/' },
      hint: 'Verify it first.',
      acts: 'wallet',
    },
  }
  const issued = { ...broken, hint: 'Sign it with the key.', acts: 'issuer' }
  const failed = { ...step, state: 'decided', verdict: 'fail', broken: [broken, issued], duration_ms: 1500 }
  const junit = campaignJunit({
    ...report,
    campaign: { ...report.campaign, steps: [step, failed] },
  } as unknown as CampaignReport)
  expect(junit.match(/ time="[^"]*"/g)).toEqual([' time="62.750"', ' time="62.750"', ' time="61.250"', ' time="1.500"'])
  expect(junit).toContain('https://openid.net/)\nFor the wallet: Verify it first.')
  expect(junit).toContain('https://openid.net/)\nFor the issuer of the credential: Sign it with the key.')
})

it('names the problems of the request itself in each form, whatever the wallet did', () => {
  const problem = { severity: 'note', pointer: '/dcql_query/credentials/0', message: 'It asks for <nothing>.' }
  const passed = { ...step, state: 'decided', verdict: 'pass', request_problems: [problem] }
  const noted = { ...report, campaign: { ...report.campaign, steps: [passed] } } as unknown as CampaignReport
  for (const render of [campaignJunit, campaignHtml, campaignMarkdown]) {
    expect(render(noted)).toContain('Problems with the request')
    expect(render(noted)).toMatch(/Note at \W*\/dcql\\?_query\/credentials\/0\W*: It asks for /)
    expect(render(noted)).not.toContain('<nothing>')
    expect(render(report)).not.toContain('Problems with the request')
  }
})
