import { describe, expect, it } from 'vitest'
import { mutationPresets } from '@/lib/core/shared/mutations/mutation-presets'
import { type JsonRecord, jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'

const token = 'a-token-of-the-operator-of-40-characters'

const presentation = '/openid4vp/sessions'
const issuance = '/sessions'

/** Creations that ask for something wrong: by our member, and by those of the other implementation. */
const wrong: readonly (readonly [path: string, body: JsonRecord, pointer: string])[] = [
  [presentation, { mutations: [{ target: 'request_object', op: 'remove', path: '/nonce' }] }, '/mutations'],
  [presentation, { request_mutation: { request_object: { unset: ['/nonce'] } } }, '/request_mutation'],
  [presentation, { request_behavior: { signature: 'corrupt' } }, '/request_behavior'],
  [presentation, { response_scenario: { status: 500 } }, '/response_scenario'],
  [issuance, { mutations: [{ target: 'offer', op: 'remove', path: '/grants' }] }, '/mutations'],
  [issuance, { status_list_enabled: true, status_reference: 'negative_index' }, '/status_reference'],
]

/** Creations that ask for nothing wrong. */
const right: readonly (readonly [path: string, body: JsonRecord])[] = [
  [presentation, {}],
  [presentation, { negative_test: 'missing_nonce' }],
  [issuance, {}],
  [issuance, { fault: 'no_expires_in' }],
]

const changed = mutationPresets.map(({ id }) => `mutation.${id}`)

describe.each([
  { setting: 'on', stranger: 201, operator: 201 },
  { setting: 'own', stranger: 400, operator: 201 },
  { setting: 'off', stranger: 400, operator: 400 },
])('MUTATIONS=$setting', ({ setting, stranger, operator }) => {
  const service = serviceForTests({ env: { MUTATIONS: setting, OPERATOR_TOKEN: token } })
  const { http } = service

  it.each(wrong)('POST %s %j', async (path, body, pointer) => {
    for (const [expected, headers] of [
      [stranger, []],
      [operator, [['Authorization', `Bearer ${token}`]]],
    ] as const) {
      const answer = await http(jsonPost(path, body, headers))
      expect(answer.status, answer.body).toBe(expected)
      if (expected === 400)
        expect(answer.object()).toMatchObject({
          error: 'mutations_not_enabled',
          pointer: expect.stringMatching(new RegExp(`^${pointer}(/|$)`)),
        })
    }
  })

  it.each(right)('takes POST %s %j', async (path, body) => {
    const answer = await http(jsonPost(path, body))
    expect(answer.status, answer.body).toBe(201)
  })

  it('lists the presets with mutations, and takes campaigns of them, unless it is off', async () => {
    const { presets } = (await http({ path: '/presets.json' })).object() as { presets: readonly { id: string }[] }
    const listed = presets.map(({ id }) => id).filter((id) => changed.includes(id))
    expect(listed).toEqual(setting === 'off' ? [] : changed)
    for (const preset of changed) {
      const named = await http(
        jsonPost('/campaigns', { wallet: { name: 'Changed', version: '1' }, presets: ['sd_jwt_baseline', preset] }),
      )
      expect(named.status, named.body).toBe(setting === 'off' ? 400 : 201)
      if (setting === 'off')
        expect(named.object()).toMatchObject({
          error: 'invalid_request',
          pointer: '/presets',
          error_description: 'The member presets: each must be one of the ids that GET /presets.json lists.',
        })
    }
  })
})
