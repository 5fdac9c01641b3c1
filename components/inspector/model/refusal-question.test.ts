import { expect, it } from 'vitest'
import type { JsonObject } from '@/lib/core/ground/values/json'
import { refusalQuestion } from '../verifier/refusal-panel'

type Asked = Parameters<typeof refusalQuestion>[0]

const session = (options: JsonObject, events: readonly (readonly [string, JsonObject?])[], overAsked: unknown = []) =>
  ({
    options: { expect: 'refusal', ...options },
    events: events.map(([type, detail = {}]) => ({ at: '2026-01-01T00:00:00.000Z', type, detail, exchange_id: null })),
    trust: { over_asked: overAsked },
  }) as unknown as Asked
const choices = (...of: Parameters<typeof session>) => refusalQuestion(session(...of))?.choices ?? null

const presented = ['vp_presentation_response_received', { vp_token_observed: true, consumed: true }] as const
const declined = ['vp_wallet_error_received', { consumed: true }] as const
const read = (resource: string) => ['vp_trust_resource_read', { resource, by: 'session' }] as const
const all = ['error', 'went_on', 'warned']
const test = (id: string, wallet_policy = 'warn') => ({ negative_test: id, wallet_policy })

it('takes a warning where the test itself says that it is enough, and after a presentation no error', () => {
  for (const id of ['registration_missing', 'list_expired', 'access_revoked'])
    expect(choices(test(id), [])).toEqual(all)
  expect(choices(test('registration_missing'), [presented])).toEqual(['went_on', 'warned'])
  expect(choices(test('access_expired'), [])).toEqual(['error', 'went_on'])
  expect(choices(test('registration_missing', 'refuse'), [])).toEqual(['error', 'went_on'])
  // No policy makes these strict: no text tells wallets to look for them.
  for (const id of ['registration_other_name', 'access_no_policy', 'list_rolled_back'])
    expect(choices(test(id, 'refuse'), [])).toEqual(all)
})

it('goes on taking a warning after the wallet used the registration, until it presents', () => {
  const used = test('registration_bad_signature')
  expect(choices(used, [read('status')])).toEqual(all)
  expect(choices(used, [presented])).toEqual(['went_on', 'warned'])
  expect(choices(used, [read('status'), presented])).toBeNull()
})

it('asks nothing where lists were never read, or the wallet refused or showed what is registered', () => {
  expect(choices(test('list_expired'), [presented])).toBeNull()
  expect(
    choices(test('list_expired'), [['vp_trust_resource_read', { resource: 'list', name: 'lists' }], presented]),
  ).toBe(null)
  expect(choices(test('registration_missing'), [declined])).toBeNull()
  expect(
    choices(test('registration_over_asking'), [[presented[0], { ...presented[1], registered_only: true }]]),
  ).toBeNull()
})

it('asks too where a request without a test asks for more than is registered', () => {
  const plain = { expect: 'answer', negative_test: null }
  const excess = [{ format: 'dc+sd-jwt', meta: {} }]
  expect(choices(plain, [], excess)).toEqual(all)
  expect(choices(plain, [presented], excess)).toEqual(['went_on', 'warned'])
  expect([choices(plain, [declined], excess), choices(plain, []), choices(plain, [], null)]).toEqual([null, null, null])
})
