import { describe, expect, it } from 'vitest'
import { builtInCampaigns } from '@/lib/core/campaigns/built-in'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import type { CampaignView, NextSessionView } from '@/lib/core/campaigns/z-campaign'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { campaignAddress, campaignClient, trustOfCampaign } from '@/lib/wallet/campaign/campaign-client'
import { type CampaignRunOptions, runCampaign } from '@/lib/wallet/campaign/run-campaign'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { thorough } from '@/scripts/thorough.mjs'

const service = serviceForTests()
const { http } = service
const send = createNodeClient()

const post = (path: string, body: unknown) =>
  http({ method: 'POST', path, headers: [['Content-Type', 'application/json']], body: JSON.stringify(body) })
const get = async <View>(path: string) => (await http({ path })).object() as unknown as View
const next = (id: string) => get<NextSessionView>(`/campaigns/${id}/next`)
const read = (id: string) => get<CampaignView>(`/campaigns/${id}`)

async function start(wallet: string, body: object): Promise<CampaignView> {
  const answer = await post('/campaigns', { wallet: { name: wallet, version: '1' }, ...body })
  expect(answer.status, answer.body).toBe(201)
  return answer.object() as unknown as CampaignView
}

/** Runs the wallet with the campaign's lists and policy, as the page and the command do. */
async function run(id: string, more: Partial<CampaignRunOptions> = {}): Promise<CampaignView> {
  const client = campaignClient(campaignAddress(`${service.baseUrl}/campaigns/${id}`), {
    http: send,
    patienceMillis: 0,
  })
  const asked = await client.trust()
  expect(asked).not.toBeNull()
  const trust = asked === null ? {} : { trust: await trustOfCampaign(asked, { origin: service.baseUrl, http: send }) }
  await runCampaign({ client, origin: service.baseUrl, http: send, clock: service.now, ...trust, ...more })
  return read(id)
}

/** Each campaign with its number of sessions. */
const campaigns = [
  ['trust', 14],
  ['trust_issuance', 9],
  ['trust_lists', 6],
  ['european_trust', 6],
] as const
/** `trust-faults.test.ts` runs this wallet against a share of the sessions of the campaign that is left out. */
const chosenCampaigns = thorough ? campaigns : campaigns.filter(([id]) => id !== 'trust_issuance')

describe('a wallet that warns its user', () => {
  it('makes no use of a registration that belongs to somebody else', async () => {
    const presets = ['registration_other_subject', 'registration_missing']
    const { campaign_id: id } = await start('warning', { presets, wallet_policy: 'warn' })
    const { steps } = await run(id)
    expect(steps.map(({ preset, verdict }) => [preset, verdict])).toEqual(presets.map((preset) => [preset, 'pass']))
  })
})

describe('a wallet that refuses whom it has no reason to trust', () => {
  it('is asked as often as each campaign has sessions', () => {
    expect(campaigns.map(([id]) => [id, builtInCampaigns.find((one) => one.id === id)?.presets.length])).toEqual(
      campaigns,
    )
  })

  it.each(chosenCampaigns)(
    'passes the campaign %s, unattended',
    async (campaign, sessions) => {
      const { campaign_id: id, ...started } = await start(campaign, { campaign, wallet_policy: 'refuse' })
      expect(started).toMatchObject({ trust_framework: 'eu', wallet_policy: 'refuse', stopped: null })
      const view = await run(id)
      expect(view.steps.flatMap(({ preset, broken }) => broken.map(({ id }) => `${preset} ${id}`))).toEqual([])
      expect(
        view.steps
          .filter(({ verdict }) => verdict !== 'pass')
          .map(({ preset, outcome, reason }) => [preset, outcome, reason]),
      ).toEqual([])
      expect([view.status, view.verdict, view.counts.steps, view.counts.questions]).toEqual([
        'finished',
        'pass',
        sessions,
        0,
      ])
    },
    120_000,
  )
})

describe('a wallet that evaluates nothing of that', () => {
  it('fails the wrong sessions and passes the right ones, as the official cases about them tell', async () => {
    const presets = [
      'trusted_verifier',
      'registration_missing',
      'registration_bad_signature',
      'access_ca_unlisted',
      'list_expired',
      'trusted_issuer',
      'fault.issuer_not_entitled',
      'trusted_list_listed',
      'trusted_list_not_listed',
    ]
    const { campaign_id: id, lists } = await start('careless', {
      presets,
      wallet_policy: 'refuse',
      list_alias: 'a'.repeat(16),
    })
    expect(lists).toEqual({
      alias: 'a'.repeat(16),
      base: `${service.baseUrl}/trust/a/${'a'.repeat(16)}/lists`,
      operator_url: `${service.baseUrl}/trust/anchors/lists.pem`,
    })
    const careless: Record<string, string> = {
      'fault.issuer_not_entitled': 'vci.fault.refused~issuer_not_entitled',
      trusted_list_not_listed: 'vp.dcql.trusted_authority_other',
    }
    const view = await run(id, {
      misbehave: ({ preset, expects }) =>
        careless[preset] ?? (expects === 'refusal' ? `vp.negative.rejected~${preset}` : null),
    })
    const musts = view.steps.map(({ preset, verdict, broken }) => [preset, verdict, broken[0]?.id])
    expect(musts).toEqual([
      ['trusted_verifier', 'pass', undefined],
      ['registration_missing', 'fail', 'vp.negative.rejected'],
      ['registration_bad_signature', 'fail', 'vp.negative.rejected'],
      ['access_ca_unlisted', 'fail', 'vp.negative.rejected'],
      ['list_expired', 'fail', 'vp.negative.rejected'],
      ['trusted_issuer', 'pass', undefined],
      ['fault.issuer_not_entitled', 'fail', 'vci.fault.refused'],
      ['trusted_list_listed', 'pass', undefined],
      ['trusted_list_not_listed', 'fail', 'vp.negative.rejected'],
    ])
    // A failed baseline session matters only in a campaign that says so.
    expect([view.status, view.stopped]).toEqual(['finished', null])
    expect(await casesOf('careless')).toMatchObject({
      RpIntegrity_001: ['failed', null],
      RpIntegrity_019: ['failed', null],
      TrustMechanisms_009: ['out', 'Not counted: by its session passed.'],
      TrustMechanisms_010: ['out', 'Not counted: by its session failed.'],
      TrustMechanisms_012: ['out', null],
    })
    expect(await casesOf('trust')).toMatchObject({
      RpIntegrity_001: ['passed', null],
      RpIntegrity_019: ['passed', null],
    })
    expect(await casesOf('european_trust')).toMatchObject({
      RpIntegrity_001: ['not_run', null],
      TrustMechanisms_011: ['out', 'Not counted: by its session passed.'],
      TrustMechanisms_013: ['out', 'Not counted: by its session passed.'],
    })
  }, 60_000)
})

/** Verdict and remark of each case about trust, by short id. */
async function casesOf(wallet: string): Promise<Record<string, [string, string | null]>> {
  const { cases } = await get<CoverageView>(`/coverage?wallet=${wallet}&version=1`)
  return Object.fromEntries(cases.map(({ id, verdict, remark }) => [id.replace('WS_RP_SM_', ''), [verdict, remark]]))
}

describe('a session in which the provider of a wallet may let it warn', () => {
  const warned = { presets: ['registration_missing'], wallet_policy: 'warn' }

  it('is passed by a wallet that tells of its warning, in every form of the report', async () => {
    const { campaign_id: id } = await start('warns', warned)
    const view = await run(id)
    expect(view.counts).toMatchObject({ passed: 1, questions: 0 })
    expect(view.steps[0]).toMatchObject({
      verdict: 'pass',
      answers: [],
      broken: [],
      outcome: { id: expect.stringMatching(/^passed/) },
    })
    const told = 'The driver reported that it warned its user and asked.'
    expect(view.steps[0]?.told).toBe('warned')
    for (const format of ['junit', 'md', 'html'])
      expect([format, (await http({ path: `/campaigns/${id}/report?format=${format}` })).body]).toEqual([
        format,
        expect.stringContaining(told),
      ])
  })

  it('asks a person where the wallet presented and told nothing, and fails if it carried on', async () => {
    const { campaign_id: id } = await start('quiet', warned)
    const { session } = await next(id)
    expect(session?.answers).toEqual(['error', 'went_on', 'warned', 'nothing'])
    const view = await run(id, { misbehave: 'vp.trust.warned' })
    expect(view.counts).toMatchObject({ done: 1, incomplete: 1, questions: 1 })
    expect(view.steps[0]).toMatchObject({ answers: ['warned', 'went_on'], verdict: 'incomplete', told: null })
    expect((await http({ path: `/campaigns/${id}/report?format=junit` })).body).toContain('Only a person can tell')
    const tell = (shown: string) => post(`/campaigns/${id}/answer`, { session_id: session?.session_id, shown })
    expect((await tell('error')).status).toBe(409)
    expect((await tell('went_on')).status).toBe(200)
    expect((await read(id)).steps[0]).toMatchObject({
      verdict: 'fail',
      answers: [],
      broken: [{ id: 'vp.trust.warned' }],
    })
    expect((await tell('warned')).status).toBe(200)
    expect((await read(id)).steps[0]).toMatchObject({ verdict: 'pass', broken: [] })
  })

  it('takes no warning before an issuance, nor where the provider decided to refuse', async () => {
    const presets = ['fault.issuer_not_entitled', 'registration_missing']
    const { campaign_id: id } = await start('strict', { presets, wallet_policy: 'refuse' })
    for (const preset of presets) {
      const { session } = await next(id)
      expect([session?.preset, session?.answers]).toEqual([preset, ['error', 'went_on', 'nothing']])
      const tell = (shown: string) => post(`/campaigns/${id}/answer`, { session_id: session?.session_id, shown })
      expect((await tell('warned')).object().error).toBe('invalid_request')
      expect((await tell('error')).status).toBe(200)
    }
  })
})

describe('a campaign whose wallet does not pass a session with nothing wrong', () => {
  it('stops there and says so, until that session is tried again', async () => {
    const { campaign_id: id, lists } = await start('untrusting', { campaign: 'trust_lists' })
    expect(lists?.alias).toMatch(/^[a-z0-9]{32}$/)
    const first = (await next(id)).session
    const { options } = await get<PresentationSessionView>(`/openid4vp/sessions/${first?.session_id}`)
    expect(options).toMatchObject({ trust_framework: 'eu', list_alias: lists?.alias })
    await post(`/campaigns/${id}/answer`, { session_id: first?.session_id, shown: 'error' })
    expect(await next(id)).toMatchObject({ status: 'finished', session: null })
    const view = await read(id)
    expect(view).toMatchObject({ status: 'finished', verdict: 'incomplete', stopped: { preset: 'trusted_verifier' } })
    expect(view.stopped?.sentence).toContain('Find out why, then try session 1 again.')
    const why = 'The campaign stopped at session 1.'
    expect(view.steps.slice(1).map(({ state, reason }) => [state, reason])).toEqual(
      Array.from({ length: 5 }, () => ['not_started', why]),
    )
    expect((await http({ path: `/campaigns/${id}/report?format=junit` })).body).toContain(why)
    expect((await post(`/campaigns/${id}/again`, { preset: 'trusted_verifier' })).status).toBe(201)
    expect(await next(id)).toMatchObject({ status: 'running', session: { preset: 'trusted_verifier' } })
    expect((await read(id)).stopped).toBeNull()
  })
})

describe('a campaign of the test root', () => {
  it('says nothing of trust, and takes no alias that is none', async () => {
    const plain = await start('plain', { presets: ['sd_jwt_baseline'] })
    expect(Object.keys(plain).filter((name) => /trust|policy|lists/.test(name))).toEqual([])
    const { session } = await next(plain.campaign_id)
    const { options } = await get<PresentationSessionView>(`/openid4vp/sessions/${session?.session_id}`)
    expect(Object.keys(options).filter((name) => /trust_framework|policy|alias/.test(name))).toEqual([])
    const wallet = { name: 'x', version: '1' }
    const answer = await post('/campaigns', { wallet, campaign: 'trust_lists', list_alias: 'Too-short' })
    expect([answer.status, answer.object().pointer]).toEqual([400, '/list_alias'])
  })
})
