import { expect, it } from 'vitest'
import { mutationPresets } from '@/components/start/mutation-presets'
import { mutatedIssuances, mutatedPresentations } from '@/lib/contract/examples/mutation-bodies'
import type { KeptMutations } from '@/lib/core/shared/ports/session-options'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
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
        /(?:Request|Response) wrong on purpose: the wallet |^Expired, never reached/,
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
