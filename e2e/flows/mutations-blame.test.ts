import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { redOf, verifierSessions } from '@/lib/testing/verifier-sessions'

/** What a changed request excuses in a wallet, and what it does not. */
const { http } = serviceForTests()
const { create, read } = verifierSessions(() => http)

const sendError = async (id: string, state: unknown) => {
  await http({ path: `/openid4vp/sessions/${id}/request` })
  return http({
    method: 'POST',
    path: `/openid4vp/sessions/${id}/response`,
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
    body: new URLSearchParams({ error: 'invalid_request', state: String(state) }).toString(),
  })
}

const key = '/client_metadata/jwks/keys/0'
const put = (path: string, value: JsonObject[string]) => ({ target: 'request_object', op: 'put', path, value })

describe('an error in the clear', () => {
  const warned = async (...mutations: JsonObject[]) => {
    const { session_id, authorization_request } = await create({ mutations, expect: 'report' })
    expect((await sendError(session_id, authorization_request.state)).status).toBe(200)
    return redOf(await read(session_id))
  }

  it.each<[string, JsonObject]>([
    ['client_metadata is removed', { target: 'request_object', op: 'remove', path: '/client_metadata' }],
    ['all keys are removed', put('/client_metadata/jwks/keys', [])],
    ['the key is for signatures', put(`${key}/use`, 'sig')],
    ['the key is for an unknown algorithm', put(`${key}/alg`, 'XX')],
    ['the key has no algorithm', { target: 'request_object', op: 'remove', path: `${key}/alg` }],
    ['the key is no point', put(`${key}/x`, 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D5')],
    ['the key is of another type', put(`${key}/kty`, 'ZZ')],
    ['no content encryption is known', put('/client_metadata/encrypted_response_enc_values_supported', ['A999'])],
    ['the response mode is null', put('/response_mode', null)],
  ])('is excused where %s', async (_, mutation) => {
    expect(await warned(mutation)).toEqual([])
  })

  it.each<[string, JsonObject]>([
    ['a member is added', put('/another_member', 1)],
    ['the kid of the key is another', put(`${key}/kid`, 'another')],
    ['the key says nothing of its use', { target: 'request_object', op: 'remove', path: `${key}/use` }],
    [
      'the content encryption is the default',
      { target: 'request_object', op: 'remove', path: '/client_metadata/encrypted_response_enc_values_supported' },
    ],
    ['a decoy stands in front', { ...put(key, { kty: 'EC', use: 'sig' }), op: 'add' }],
  ])('is warned of where %s', async (_, mutation) => {
    expect(await warned(mutation)).toEqual(['vp.error.response_mode'])
  })
})
