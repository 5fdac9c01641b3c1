import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { runs } from '@/scripts/thorough.mjs'
import { htmlReport } from './html-report'
import { junitReport } from './junit-report'
import { markdownReport } from './markdown-report'
import { escapeMarkup } from './markup'
import type { ReportedCheck, SessionReport } from './session-report'

const check = (changes: Partial<ReportedCheck>): ReportedCheck => ({
  id: 'vci.dpop.htu',
  group: 'vci.dpop' as ReportedCheck['group'],
  title: 'htu is the address of the request',
  level: 'must',
  profile: 'base',
  status: 'fail',
  clause: { spec: 'RFC 9449', section: '4.3', url: 'https://www.rfc-editor.org/rfc/rfc9449#section-4.3' },
  expected: 'https://example.com/token',
  actual: 'https://example.com/other',
  hint: 'Use the token endpoint.',
  acts: 'wallet',
  problem: 'The htu claim is https://example.com/other.',
  at: null,
  exchange_id: null,
  subject: null,
  fcaf: [],
  ...changes,
})

const bare = (html = ''): string => html.replace(/<[^>]*>/g, '')
const counts = { pass: 0, fail: 1, not_observed: 0 }
const profile = { pass: 0, fail: 1, warn: 0, verdict: 'fail' as const }
const report = (
  checks: readonly ReportedCheck[],
  recorded: Partial<SessionReport['session']['recorded']> = {},
): SessionReport => ({
  report_version: 1,
  kind: 'issuance',
  title: 'Issuance of a PID',
  facts: [['Issuer', 'https://example.com/issuers/a']],
  catalogue: { version: 'abc', checks: 1 },
  inspector_url: 'https://example.com/inspect/issuance/1',
  summary: {
    must: counts,
    should: counts,
    counts: { pass: 0, fail: 1, warn: 0, not_observed: 0, not_applicable: 0 },
    by_profile: { base: profile, haip: profile, pid: profile },
    verdict: 'fail',
    reason: null,
    mixed_traffic: false,
    drafts: null,
  },
  checks,
  not_counted: [],
  session: {
    session_id: '1',
    status: 'created',
    outcome: {
      id: 'failed',
      sentence: '1 check failed',
      detail: 'Credential refused',
      success: false,
      over: false,
    },
    cause: null,
    next_step: null,
    next_for_you: { id: 'fix', do: 'Fix it, then scan again.', check: 'vci.dpop.htu', exchange_id: null, test: null },
    created_at: '2026-01-02T03:04:05.678Z',
    expires_at: '2026-01-02T03:19:05.678Z',
    checks: { summary: {} as SessionReport['summary'], conformance: [] },
    events: [],
    exchanges: [],
    recorded: {
      exchanges: 0,
      exchanges_without_content: 0,
      next: null,
      events_left_out: 0,
      findings_left_out: 0,
      inferred_left_out: 0,
      ...recorded,
    },
  },
})

describe('a report', () => {
  it('holds nothing that a wallet could break out of its markup with', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const escaped = escapeMarkup(text)
        expect(escaped).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/)
        expect(escaped).not.toMatch(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/u)
        const hostile = report([
          check({ actual: text, title: text, problem: text, subject: { query_id: text, index: 0 } }),
        ])
        const plain = report([check({ actual: 'a', title: 'a', problem: 'a', subject: { query_id: 'a', index: 0 } })])
        const tags = (markup: string) => markup.match(/<\/?[a-z]+/g)
        expect(tags(htmlReport(hostile))).toEqual(tags(htmlReport(plain)))
        expect(tags(junitReport(hostile))).toEqual(tags(junitReport(plain)))
        expect(markdownReport(hostile).split('\n').length).toBe(markdownReport(plain).split('\n').length)
      }),
      runs(),
    )
  })

  it('shows a value as it is, though it holds backticks and pipes', () => {
    expect(markdownReport(report([check({ actual: 'a`b|c' })]))).toContain('- Sent: `` a`b|c ``')
    const named = { ...report([check({})]), facts: [['Name', 'a|b'] as const] }
    expect(markdownReport(named)).toContain('| Name | `a\\|b` |')
  })

  it('says in one line which drafts the wallet speaks, and nothing where it speaks none', () => {
    const plain = report([check({})])
    const line = 'This wallet seems to implement OpenID4VCI before 1.0. Change first: Send proofs.'
    const told = { ...plain, summary: { ...plain.summary, drafts: { line, signs: [] } } }
    for (const write of [markdownReport, htmlReport]) {
      expect(write(told)).toContain(line)
      expect(write(plain)).not.toContain('drafts')
    }
  })

  it('says in every form what is next for the developer', () => {
    for (const write of [markdownReport, htmlReport, junitReport])
      expect(write(report([check({})]))).toContain('Next for you: Fix it, then scan again.')
  })

  it('gives the flow the duration of the session in JUnit, and a check none', () => {
    const plain = report([check({})])
    const second = (at: number) => ({ at: new Date(Date.parse(plain.session.created_at) + at * 1000).toISOString() })
    const exchanges = [
      { ...second(1), duration_ms: 7000 },
      { ...second(2), duration_ms: 250 },
    ] as unknown as typeof plain.session.exchanges
    const junit = junitReport({ ...plain, session: { ...plain.session, exchanges } })
    expect(junit.match(/<testsuites .*time="8.000"/)).not.toBeNull()
    expect(junit.match(/ time="[^"]*"/g)?.join()).toBe(' time="8.000", time="8.000", time="8.000", time="0", time="0"')
  })

  it('gives a check its group as class, and a softer violation no failure', () => {
    const junit = junitReport(report([check({}), check({ id: 'vci.dpop.iat', level: 'should' })]))
    expect(junit).toContain('classname="vci.dpop" name="vci.dpop.htu: htu is the address of the request"')
    expect(junit).toContain('<testsuites name="Wallet Capture" tests="3" failures="1" errors="0" time="0.000"')
    expect(junit.match(/<system-out>SHOULD violated/g)).toHaveLength(1)
  })

  covers('D4')
  it('says in every form how much of the session it leaves out', () => {
    const large = report([check({})], {
      exchanges: 900,
      exchanges_without_content: 650,
      events_left_out: 70,
      findings_left_out: 8000,
      inferred_left_out: 30,
    })
    for (const text of [htmlReport(large), markdownReport(large).replaceAll('\\', '')]) {
      expect(text).toContain('Left out: 900 of 900 exchanges, 70 events, 8000 findings.')
      expect(text).toContain('Kept without header fields, parameters and bodies: 650 of 900 exchanges.')
      expect(text).toContain('Not counted: 30 more requests of this client that name no session.')
    }
    expect(htmlReport(large)).toContain('Exchanges (0 of 900)')
    expect(junitReport(large).match(/<property name="(?:exchanges|events|findings|inferred)_[^>]*>/g)).toEqual([
      '<property name="exchanges_recorded" value="900"/>',
      '<property name="exchanges_without_content" value="650"/>',
      '<property name="exchanges_left_out" value="900"/>',
      '<property name="events_left_out" value="70"/>',
      '<property name="findings_left_out" value="8000"/>',
      '<property name="inferred_left_out" value="30"/>',
      ...Array(6).fill(expect.any(String)),
    ])
  })

  it('folds in HTML what needs no attention, and counts every check in its step and in the strip', () => {
    const checks = [
      check({}),
      check({ id: 'vci.dpop.iat', status: 'pass', problem: null }),
      check({ id: 'vci.offer.fetched', group: 'vci.offer', status: 'not_observed', problem: null }),
      check({ id: 'vci.offer.used', group: 'vci.offer', status: 'warn', title: 'The offer is used' }),
    ]
    const html = htmlReport(report(checks))
    const [attention = '', ...folded] = html.split('<details>')
    expect(attention).toMatch(/<h2>Failed \(1\)<\/h2>[\s\S]*<h2>Warnings \(1\)<\/h2>/)
    expect(attention).not.toContain('vci.dpop.iat')
    expect(folded.map((part) => /<h2>(.*?)<\/h2>/.exec(part)?.[1])).toEqual(['Passed (1)', 'Not observed (1)'])
    expect(folded[0]).toContain('vci.dpop.iat')
    const rows = [...attention.matchAll(/<tr(?: class="sum")?><th scope="row">(.*?)<\/th>(.*?)<\/tr>/g)]
    expect(
      rows.map(([, name, cells = '']) => [name, ...cells.replace(/<\/td>$/, '').split('</td>')].map(bare)),
    ).toEqual([
      ['Credential offer', '·', '1', '·', '1', '·'],
      ['DPoP, per request', '1', '·', '1', '·', '·'],
      ['All', '1', '1', '1', '1', '·'],
    ])
    expect(/aria-label="(.*?)">(.*?)<\/p>/.exec(html)?.slice(1)).toEqual([
      'One tick per check: 1 failed, 1 warning, 1 passed, 1 not observed',
      '<i class="fail"></i><i></i><i class="not_observed"></i><i class="warn"></i>',
    ])
  })

  it('says nothing of what is left out where nothing is', () => {
    for (const text of [htmlReport(report([check({})])), markdownReport(report([check({})]))])
      expect(text).not.toMatch(/Left out|Kept without|Not counted/)
  })
})
