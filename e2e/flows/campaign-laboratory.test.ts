import { describe, expect, it } from 'vitest'
import { builtInCampaigns, usesLaboratory } from '@/lib/core/campaigns/built-in'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import type { ListedPreset } from '@/lib/core/campaigns/presets'
import type { CampaignView, NextSessionView } from '@/lib/core/campaigns/z-campaign'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { campaignAddress, campaignClient } from '@/lib/wallet/campaign/campaign-client'
import { type CampaignRunOptions, runCampaign } from '@/lib/wallet/campaign/run-campaign'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { thorough } from '@/scripts/thorough.mjs'

const service = serviceForTests()
const { http } = service
const send = createNodeClient()

const post = (path: string, body: unknown) =>
  http({ method: 'POST', path, headers: [['Content-Type', 'application/json']], body: JSON.stringify(body) })
const get = async <View>(path: string) => (await http({ path })).object() as unknown as View
const next = (id: string) => get<NextSessionView>(`/campaigns/${id}/next`)

async function start(wallet: string, body: object): Promise<string> {
  const answer = await post('/campaigns', { wallet: { name: wallet, version: '1' }, ...body })
  expect(answer.status, answer.body).toBe(201)
  return (answer.object() as unknown as CampaignView).campaign_id
}

async function run(id: string, more: Partial<CampaignRunOptions> = {}): Promise<CampaignView> {
  const client = campaignClient(campaignAddress(`${service.baseUrl}/campaigns/${id}`), {
    http: send,
    patienceMillis: 0,
  })
  const wait = async (millis: number) => service.advance(millis / 1000)
  await runCampaign({ client, origin: service.baseUrl, http: send, clock: service.now, wait, ...more })
  return get(`/campaigns/${id}`)
}

/** Verdicts, by short id, of the cases that credentials other than the PID decide. */
/** They pay with a card of such an issuer, and have a campaign of their own. */
const aboutTransactions = builtInCampaigns.find(({ id }) => id === 'european_transactions')?.presets ?? []

async function verdictsOf(wallet: string): Promise<Record<string, string>> {
  const { cases } = await get<CoverageView>(`/coverage?wallet=${wallet}&version=1`)
  const decided = cases.filter(
    ({ preset, class: kind }) =>
      preset !== null && usesLaboratory(preset) && !aboutTransactions.includes(preset) && kind !== 'out_of_scope',
  )
  return Object.fromEntries(decided.map(({ id, verdict }) => [id.replace('WS_RP_', ''), verdict]))
}

describe('a wallet that behaves', () => {
  // `laboratory-discovery.test.ts` and `laboratory-metadata.test.ts` run this wallet against a share of the other
  // campaigns' sessions.
  it.each(thorough ? ['nonce', 'lifecycle', 'metadata', 'european_laboratory'] : ['nonce', 'european_laboratory'])(
    'breaks no rule in the campaign %s, unattended',
    async (campaign) => {
      const view = await run(await start(campaign, { campaign }))
      expect(view.steps.flatMap(({ preset, broken }) => broken.map(({ id }) => `${preset} ${id}`))).toEqual([])
      expect(view.steps.filter(({ verdict }) => verdict !== 'pass')).toEqual([])
      expect([view.status, view.verdict]).toEqual(['finished', 'pass'])
    },
    400_000,
  )

  it('refuses signed issuer metadata for what is wrong with them, for it knows the root of the service', async () => {
    const faults = ['other_sub', 'no_iat', 'expired', 'untrusted']
    const outcomes: string[] = []
    const id = await start('signed metadata', { presets: faults.map((one) => `fault.signed_metadata_${one}`) })
    await run(id, { onSession: (_session, outcome) => void outcomes.push(outcome) })
    expect(outcomes).toEqual([
      'The sub of the signed issuer metadata is not the issuer',
      'The signed issuer metadata has no valid iat',
      'The signed issuer metadata is expired',
      'The certificate of the issuer does not chain to a trust anchor of the wallet',
    ])
  })

  it('passes every official case that needs another credential, but for the one about a wallet that lacks an algorithm', async () => {
    const verdicts = await verdictsOf('european_laboratory')
    expect(Object.keys(verdicts)).toHaveLength(22 + 13)
    const { cases } = await get<CoverageView>('/coverage?wallet=european_laboratory&version=1')
    // Laboratories issue the credentials that decide 13 of these cases, in either format.
    const content = cases.filter(({ population }) => population === 'credential')
    expect(content.map(({ verdict, remark }) => [verdict, remark])).toEqual(
      Array(13).fill(['not_applicable', 'judges this service']),
    )
    const judged = content.map(({ id }) => id.replace('WS_RP_', ''))
    expect(Object.entries(verdicts).filter(([id, verdict]) => verdict !== 'passed' && !judged.includes(id))).toEqual([
      ['SH_Cryptography_CryptographicHash_010', 'not_applicable'],
    ])
    expect(cases.filter(({ verdict }) => verdict === 'failed')).toEqual([])
    const five = cases.find(({ id }) => id === 'WS_RP_MS_Metadata_099')
    expect([five?.alongside.length, five?.session?.session_url]).toEqual([4, expect.stringContaining('/sessions/')])
    expect(five?.session?.session_url).not.toContain('openid4vp')
  })
})

describe('a careless wallet', () => {
  it('fails the campaign of wrong statuses in every session, and the cases about them', async () => {
    const view = await run(await start('keeps', { campaign: 'status_refusals', silence_seconds: 5 }), {
      misbehave: ({ preset }) => `vci.fault.refused~${preset.replace(/^fault\.|\.mdoc$/g, '')}`,
    })
    expect(view.counts).toMatchObject({ steps: 18, failed: 18 })
    expect(new Set(view.steps.flatMap(({ broken }) => broken.map(({ id }) => id)))).toEqual(
      new Set(['vci.fault.refused']),
    )
    const failed = Object.entries(await verdictsOf('keeps')).filter(([, verdict]) => verdict === 'failed')
    expect(failed.map(([id]) => id.replace('MS_Metadata_', ''))).toEqual([
      '084',
      '086',
      '087',
      '089',
      '090',
      '092',
      '096',
      '097',
      '099',
      '100',
    ])
  }, 400_000)

  it('fails the cases whose credential it shows wrongly, and passes none that it was not ready for', async () => {
    const presets = [
      'own.unbound_ticket',
      'ticket_bound_required',
      'own.bound_pass',
      'pass_by_default',
      'own.depth_three',
      'authority_of_leaf',
      'own.membership_mdoc',
      'membership_mdoc',
      'membership_revoked',
    ]
    const careless: Record<string, string> = {
      pass_by_default: 'vp.dcql.holder_binding',
      authority_of_leaf: 'vp.dcql.trusted_authority_aki',
    }
    const view = await run(await start('shows', { presets, silence_seconds: 5 }), {
      misbehave: ({ preset }) => careless[preset] ?? null,
      presents: { checkStatus: false },
    })
    const failed = view.steps.filter(({ verdict }) => verdict === 'fail').map(({ preset }) => preset)
    expect(failed).toEqual(['pass_by_default', 'membership_revoked'])
    const verdicts = await verdictsOf('shows')
    expect(
      Object.entries(verdicts).filter(([, verdict]) => verdict === 'failed' || verdict === 'inconclusive'),
    ).toEqual([
      // The ticket was never shown, so withholding it proves nothing.
      ['IA_MainInteraction_006', 'inconclusive'],
      ['IA_MainInteraction_010', 'failed'],
      ['SM_IssuerIntegrity_012', 'failed'],
      ['SM_TrustMechanisms_005', 'failed'],
    ])
  }, 400_000)
})

describe('a session that asks a credential back', () => {
  it('needs the one that issues it in its campaign, and before it', async () => {
    const refused = async (...presets: string[]) => {
      const answer = await post('/campaigns', { wallet: { name: 'x', version: '1' }, presets })
      return [answer.status, answer.object().pointer, answer.object().error_description]
    }
    const why = 'The preset ticket_unbound needs own.unbound_ticket before it.'
    expect(await refused('ticket_unbound')).toEqual([400, '/presets', why])
    expect(await refused('ticket_unbound', 'own.unbound_ticket')).toEqual([400, '/presets', why])
    const id = await start('x', { presets: ['own.unbound_ticket', 'ticket_unbound'] })
    const early = await post(`/campaigns/${id}/again`, { preset: 'ticket_unbound' })
    expect([early.status, early.object().pointer]).toEqual([400, '/preset'])
  })

  it('follows it, and revokes what it issued, in every try', async () => {
    const id = await start('y', { presets: ['own.membership_mdoc', 'membership_revoked'], silence_seconds: 5 })
    const sessions: string[] = []
    for (const again of [false, true]) {
      if (again) await post(`/campaigns/${id}/again`, { preset: 'own.membership_mdoc' })
      const { session } = await next(id)
      sessions.push(session?.session_id ?? '')
      const { reason } = await runAtIssuer({ deeplink: session?.deeplink ?? '', clock: service.now })
      expect(reason).toBeNull()
    }
    const { session } = await next(id)
    expect(session?.preset).toBe('membership_revoked')
    const { options } = await get<{ options: { follows: string } }>(`/openid4vp/sessions/${session?.session_id}`)
    expect(options.follows).toBe(sessions[1])
    for (const one of sessions) {
      const { laboratory } = await get<IssuanceSessionView>(`/sessions/${one}`)
      expect(laboratory?.lists.flatMap(({ entries }) => entries.map(({ status }) => status))).toEqual(['invalid'])
    }
    expect((await post(`/campaigns/${id}/again`, { preset: 'membership_revoked' })).status).toBe(201)
    service.advance(86_400)
    const over = await post(`/campaigns/${id}/again`, { preset: 'membership_revoked' })
    expect([over.status, over.object().error_description]).toEqual([
      400,
      expect.stringContaining('try that preset again'),
    ])
  })

  it('made by itself names a session of that preset, and has what follows from it', async () => {
    const { presets } = await get<{ presets: ListedPreset[] }>('/presets.json')
    const listed = new Map(presets.map((one) => [one.id, one]))
    const of = (id: string, more: object = {}) =>
      post(listed.get(id)?.path ?? '', { ...listed.get(id)?.body, preset: id, ...more })
    expect(listed.get('membership_revoked')?.follows).toBe('own.membership_mdoc')
    const refusedAt = async (id: string, more: object = {}) => {
      const answer = await of(id, more)
      return [answer.status, answer.object().pointer]
    }
    const issued = (await of('own.membership_mdoc')).object()
    await runAtIssuer({ deeplink: String(issued.deeplink), clock: service.now })
    const follows = issued.session_id
    expect(await refusedAt('membership_mdoc')).toEqual([400, '/follows'])
    expect(await refusedAt('ticket_unbound', { follows })).toEqual([400, '/follows'])
    expect((await of('membership_mdoc', { follows })).status).toBe(201)
    expect(await refusedAt('membership_revoked', { follows })).toEqual([400, '/follows'])
    await post(`/sessions/${follows}/laboratory/statuses`, { all: true, status: 'invalid' })
    expect((await of('membership_revoked', { follows })).status).toBe(201)
    const chain = (await of('own.depth_three')).object().session_id
    expect(await refusedAt('authority_of_ca', { follows: chain })).toEqual([400, '/dcql_query'])
  })
})

describe('a session in which no text says what a wallet does', () => {
  it('ends with the wait, counts as passed, and asks nobody', async () => {
    const id = await start('stops', { presets: ['fault.deferred_no_interval'], silence_seconds: 5 })
    const { session } = await next(id)
    const stopped = runAtIssuer({
      deeplink: session?.deeplink ?? '',
      clock: service.now,
      wait: () => Promise.reject(new Error('closed by its user')),
    })
    await expect(stopped).rejects.toThrow('closed')
    expect((await next(id)).session?.silence_ends_at).not.toBeNull()
    service.advance(5)
    expect(await next(id)).toMatchObject({
      status: 'finished',
      verdict: 'pass',
      counts: { passed: 1, failed: 0, questions: 0 },
    })
    const report = (await http({ path: `/campaigns/${id}/report?format=md` })).body
    expect(report).toContain('1 of 1 sessions passed, 0 failed')
    const [step] = (await get<CampaignView>(`/campaigns/${id}`)).steps
    expect(step).toMatchObject({
      expects: 'report',
      state: 'decided',
      outcome: { id: expect.stringMatching(/^passed/), detail: 'Response refused' },
    })
  })
})
