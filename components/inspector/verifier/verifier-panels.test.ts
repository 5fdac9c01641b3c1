import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { deviceProofs, judgesDeviceProof } from './device-proof'
import { refusalQuestion } from './refusal-panel'
import { decodedTransactions } from './request-panels'

it('shows transaction data as it decodes, and as it was sent where it does not', () => {
  const entry = { type: 'payment', credential_ids: ['pid'] }
  const encoded = Buffer.from(JSON.stringify(entry)).toString('base64url')
  expect(decodedTransactions([encoded, '%%%'])).toEqual([entry, '%%%'])
  expect(decodedTransactions(undefined)).toEqual([])
})

it('entries stay as they were sent beyond what a page can draw', () => {
  const large = Buffer.from(JSON.stringify({ credential_ids: Array.from({ length: 100_000 }, () => 'x') }))
  const short = Buffer.from('{"type":"a"}').toString('base64url')
  const [first, second, third] = decodedTransactions([short, large.toString('base64url'), short])
  expect([first, typeof second, third]).toEqual([{ type: 'a' }, 'string', short])
})

describe('what the devices of an answer had to sign', () => {
  it('is listed for each mdoc under a name of its own, and for nothing else', () => {
    const proof = { session_transcript: '83f6f6' }
    expect(
      deviceProofs([
        { query_id: 'pid', index: 0, format: 'dc+sd-jwt' },
        { query_id: 'mdoc', index: 0, device_proof: proof },
        { query_id: 'mdoc', index: 1, device_proof: proof },
        { query_id: 'mdoc', index: 2, device_proof: null },
      ]),
    ).toEqual([
      { name: 'mdoc, 1', proof },
      { name: 'mdoc, 2', proof },
    ])
  })

  it('belongs beside the checks of the device signature', () => {
    expect(judgesDeviceProof('vp.mdoc.device_signature')).toBe(true)
    expect(judgesDeviceProof('vp.mdoc.transcript_variant')).toBe(true)
    expect(judgesDeviceProof('vp.mdoc.digests')).toBe(false)
  })
})

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
  // No policy makes these strict: no specification tells wallets to look for them.
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
