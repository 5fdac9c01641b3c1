import { describe, expect, it } from 'vitest'
import { mutatedIssuances, mutatedPresentations } from '@/lib/contract/examples/mutation-bodies'
import type { CampaignView } from '@/lib/core/campaigns/z-campaign'
import { mutationPresets } from '@/lib/core/shared/mutations/mutation-presets'
import type { KeptMutations } from '@/lib/core/shared/ports/session-options'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { campaignAddress, campaignClient } from '@/lib/wallet/campaign/campaign-client'
import { runCampaign } from '@/lib/wallet/campaign/run-campaign'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

const service = serviceForTests()
const { http } = service

interface View {
  readonly mutations?: KeptMutations
  readonly warnings: readonly string[]
  readonly outcome: { readonly sentence: string; readonly detail: string; readonly over: boolean }
  readonly checks: { readonly summary: { readonly verdict: string } }
  readonly events: readonly { readonly type: string; readonly detail: JsonObject }[]
}

const paths = { issuance: '/sessions', presentation: '/openid4vp/sessions' } as const
const bodies = {
  issuance: { issuer_configuration_id: 'eu-pid-jwt-proof-only', flow: 'pre_authorized_code' },
  presentation: {},
} as const

it('has ten presets, which a page offers', () => {
  expect(mutationPresets).toHaveLength(10)
  expect(new Set(mutationPresets.map(({ id }) => id)).size).toBe(10)
})

it.each(
  Object.entries({ '/openid4vp/sessions': mutatedPresentations, '/sessions': mutatedIssuances }).flatMap(
    ([path, all]) => Object.entries(all).map(([name, { value }]) => [name, path, value] as const),
  ),
)('makes the body %s of the interface description', async (name, path, body) => {
  const created = await http(jsonPost(path, body))
  expect(created.status, created.body).toBe(201)
  const { mutations } = (await http({ path: `${path}/${created.object().session_id}` })).object() as {
    mutations: { differences: unknown[] }
  }
  expect(mutations.differences).not.toEqual([])
  const described = (await http({ path: '/openapi.json' })).object() as unknown as {
    paths: Record<string, { post: { requestBody: { content: Record<string, { examples: Record<string, unknown> }> } } }>
  }
  expect(described.paths[path]?.post.requestBody.content['application/json']?.examples).toHaveProperty(name)
})

it.each(mutationPresets.map((preset) => [preset.id, preset] as const))(
  'the reference wallet meets %s, and the session says what was wrong',
  async (_, { kind, mutations }) => {
    const created = await http(jsonPost(paths[kind], { ...bodies[kind], mutations: [...mutations] } as never))
    expect(created.status, created.body).toBe(201)
    const { session_id, deeplink } = created.object() as { session_id: string; deeplink: string }
    const wallet = { deeplink, clock: service.now, wait: async (millis: number) => service.advance(millis / 1000) }
    if (kind === 'issuance') await runAtIssuer({ ...wallet, profile: {} })
    else await runAtVerifier({ deeplink, clock: service.now })
    service.advance(3600)
    const session = (await http({ path: `${paths[kind]}/${session_id}` })).object() as unknown as View
    const { mutations: told, warnings, outcome, checks, events } = session
    expect(told?.operations).toEqual(mutations)
    expect(told?.differences.length).toBeGreaterThan(0)
    expect(warnings[0]).toMatch(/^Changed on purpose: /)
    const results = events.filter(({ type }) => /^(?:mutation_result|vp_negative_test_result|fault_result)$/.test(type))
    if (told?.same_as === null) {
      expect(`${outcome.sentence} ${outcome.detail}`).toMatch(
        /(?:Request|Response|Offer) wrong on purpose: the wallet |^Expired, never reached/,
      )
      expect(checks.summary.verdict).not.toBe('fail')
      expect(results.map(({ type }) => type)).toEqual(['mutation_result'])
    } else expect(results.map(({ type }) => type)).not.toContain('mutation_result')
    for (const format of ['json', 'md', 'html', 'junit', 'har']) {
      const report = await http({ path: `${paths[kind]}/${session_id}/report?format=${format}` })
      expect(report.body, format).toContain('Changed on purpose')
    }
  },
)

describe('a campaign of all ten', () => {
  const wallet = { name: 'Tries ten changes', version: '1' }
  const presets = mutationPresets.map(({ id }) => `mutation.${id}`)
  const start = async () =>
    String((await http(jsonPost('/campaigns', { wallet, presets }, strictly))).object().campaign_id)
  const strictly = [['Prefer', 'handling=strict']] as const

  it('is run by the reference wallet to its end, each session with its change', async () => {
    const id = await start()
    const send = createNodeClient()
    const client = campaignClient(campaignAddress(`${service.baseUrl}/campaigns/${id}`), {
      http: send,
      patienceMillis: 0,
    })
    const ended = await runCampaign({ client, origin: service.baseUrl, http: send, clock: service.now })
    const view = (await http({ path: `/campaigns/${id}` })).object() as unknown as CampaignView
    expect([ended.session, view.counts.steps, view.counts.done, view.counts.failed]).toEqual([null, 10, 10, 0])
    // What its driver tells of a stop is a result too, so no session is to be tried again.
    expect(view.counts).toMatchObject({ passed: 10, incomplete: 0 })
    for (const [index, { preset, kind, expects, outcome, session }] of view.steps.entries()) {
      const { id: name, mutations } = mutationPresets[index] ?? { id: '', mutations: [] }
      expect(preset).toBe(`mutation.${name}`)
      const read = await http({ path: new URL(session?.session_url ?? '').pathname })
      const shown = read.object() as unknown as View & { readonly options: JsonObject }
      expect(shown.mutations?.operations, preset).toEqual(mutations)
      expect(shown.mutations?.expect, preset).toBe(expects)
      if (expects === 'report')
        expect(`${outcome?.sentence} ${outcome?.detail}`, preset).toMatch(
          kind === 'issuance' ? /(?:Offer|Response) wrong on purpose/ : /Re(?:quest|sponse) wrong on purpose/,
        )
    }
  })

  it('takes only sessions with the change of their preset', async () => {
    const [first, other] = mutationPresets
    const campaign_id = await start()
    const session = (mutations: unknown) =>
      http(jsonPost('/openid4vp/sessions', { mutations, preset: presets[0], campaign_id } as JsonObject))
    expect((await session(first?.mutations)).status).toBe(201)
    for (const mutations of [other?.mutations, undefined])
      expect((await session(mutations)).object()).toMatchObject({ error: 'invalid_request', pointer: '/mutations' })
  })
})
