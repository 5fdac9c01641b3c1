import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { verifierSessions } from '@/lib/testing/verifier-sessions'

/** What a record says of a changed request: what is wrong with it by the specification, and nothing else. */
const { http } = serviceForTests()
const { create, read } = verifierSessions(() => http)

const put = (target: string, path: string, value: JsonObject[string]): JsonObject => ({
  target,
  op: 'put',
  path,
  value,
})
const remove = (target: string, path: string): JsonObject => ({ target, op: 'remove', path })
const inBoth = (id: string) => [put('request_object', '/client_id', id), put('link', '/client_id', id)]

async function told(mutations: readonly JsonObject[], more: JsonObject = {}) {
  const { session_id } = await create({ mutations: [...mutations], ...more })
  const { request_conformant: isConformant, request_problems: problems } = await read(session_id)
  const wrong = problems.filter(({ severity }) => severity === 'violation')
  expect(isConformant).toBe(wrong.length === 0)
  return wrong.map(({ target, pointer }) => `${target ?? 'request'} ${String(pointer)}`)
}

const key = '/client_metadata/jwks/keys/0'

describe('a request that breaks the specification says so', () => {
  it.each<[string, JsonObject[], string[], JsonObject?]>([
    ['another host', inBoth('x509_san_dns:nobody.invalid'), ['request /client_id']],
    ['another hash', inBoth('x509_hash:AAAA'), ['request /client_id']],
    ['no prefix', inBoth('foo'), ['request /client_id']],
    ['a key for signatures', [put('request_object', `${key}/use`, 'sig')], [`request ${key}/use`]],
    ['a short key', [put('request_object', `${key}/x`, 'AAAA')], [`request ${key}/x`]],
    ['a key of no type', [put('request_object', `${key}/kty`, 'ZZ')], [`request ${key}/kty`]],
    ['a key without alg', [remove('request_object', `${key}/alg`)], [`request ${key}/alg`]],
    ['no keys', [put('request_object', '/client_metadata/jwks/keys', [])], ['request /client_metadata/jwks']],
    [
      'no formats',
      [remove('request_object', '/client_metadata/vp_formats_supported')],
      ['request /client_metadata/vp_formats_supported'],
    ],
    ['two addresses', [put('request_object', '/redirect_uri', 'https://nobody.invalid/')], ['request /redirect_uri']],
    ['a request in the request', [put('request_object', '/request', 'e30.e30.AA')], ['request /request']],
    ['an address in it', [put('request_object', '/request_uri', 'https://nobody.invalid/')], ['request /request_uri']],
    ['a link without an address', [remove('link', '/request_uri')], ['link /request_uri']],
    ['a link with both', [put('link', '/request', 'e30.e30.AA')], ['link /request_uri']],
    ['a state with a space', [put('request_object', '/state', 'a b-and-more-than-that')], ['request /state']],
    [
      'another response_uri',
      [put('request_object', '/response_uri', 'https://nobody.invalid/')],
      ['request /client_id'],
      { client_id_prefix: 'redirect_uri', response_mode: 'direct_post' },
    ],
  ])('%s', async (_, mutations, wrong, more) => {
    expect(await told(mutations, more)).toEqual(wrong)
  })

  it.each<[string, JsonObject[], JsonObject?]>([
    ['a member that nobody defines', [put('request_object', '/more', 1)]],
    ['a key without a use', [remove('request_object', `${key}/use`)]],
    ['a second key', [put('request_object', '/client_metadata/jwks/keys/-', { kty: 'ZZ' })]],
    ['another state', [put('request_object', '/state', 'A-z0.9_~and-more-than-that')]],
    ['a parameter of the link', [put('link', '/more', '1')]],
    ['the link by value', [put('link', '/more', '1')], { request_delivery: 'by_value' }],
    [
      'all parameters in the link',
      [put('request_object', '/more', 1)],
      { request_delivery: 'by_value', client_id_prefix: 'redirect_uri', response_mode: 'direct_post' },
    ],
    [
      'a registered verifier',
      [put('request_object', '/more', 1)],
      { client_id_prefix: 'pre_registered', registered_client_id: 'verifier-7', response_mode: 'direct_post' },
    ],
    ['a DID', [put('request_object', '/more', 1)], { client_id_prefix: 'decentralized_identifier', did_method: 'jwk' }],
    ['an attestation', [put('request_object', '/more', 1)], { client_id_prefix: 'verifier_attestation' }],
    [
      'no signature',
      [put('request_object', '/more', 1)],
      { client_id_prefix: 'redirect_uri', response_mode: 'direct_post' },
    ],
    ['a browser', [put('request_object', '/more', 1)], { presentation_channel: 'dc_api' }],
    [
      'several signatures',
      [put('request_object', '/more', 1)],
      { presentation_channel: 'dc_api', dc_api_protocols: ['openid4vp-v1-multisigned', 'openid4vp-v1-unsigned'] },
    ],
  ])('and one with %s does not', async (_, mutations, more) => {
    expect(await told(mutations, more)).toEqual([])
  })
})
