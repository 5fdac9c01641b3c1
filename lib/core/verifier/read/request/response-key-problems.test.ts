import { expect, it } from 'vitest'
import type { Json, JsonObject } from '../../../shared/values/json'
import { responseKeyProblems } from './response-key-problems'

/** The public key of the example. RFC7517-A.1 */
const key: JsonObject = {
  kty: 'EC',
  crv: 'P-256',
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
  use: 'enc',
  alg: 'ECDH-ES',
  kid: '1',
}

const told = (jwks: Json | undefined, mode = 'direct_post.jwt') =>
  responseKeyProblems({ response_mode: mode, client_metadata: jwks === undefined ? {} : { jwks } })

/** Where a set with this key alone is wrong. */
const pointersOf = (jwk: Json): string[] =>
  told({ keys: [jwk] }).map(({ pointer }) => pointer.replace('/client_metadata/jwks/keys/0', ''))

it.each<[string, Json | undefined]>([
  ['kty', 'ZZ'],
  ['kty', 'OKP'],
  ['use', 'sig'],
  ['key_ops', ['verify']],
  ['alg', undefined],
  ['alg', 'ES256'],
  ['crv', 'P-999'],
  ['x', 'AAAA'],
  ['x', '!'],
  ['y', undefined],
  ['y', 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4'],
])('no response can be encrypted to a key whose %s is %j', (name, value) => {
  const { [name]: _, ...others } = key
  const pointers = pointersOf(value === undefined ? others : { ...others, [name]: value })
  // A curve of another type, and a point that is not on its curve.
  const at = value === 'OKP' ? '/crv' : name === 'y' && value !== undefined ? '' : `/${name}`
  expect(pointers).toEqual([at])
})

it.each<[string, JsonObject]>([
  ['as it is', key],
  ['without a use', Object.fromEntries(Object.entries(key).filter(([name]) => name !== 'use'))],
  ['with an agreement that wraps', { ...key, alg: 'ECDH-ES+A256KW', key_ops: ['deriveBits'] }],
  ['of X25519', { kty: 'OKP', crv: 'X25519', x: key.x ?? null, alg: 'ECDH-ES' }],
  ['of RSA', { kty: 'RSA', n: 'A'.repeat(342), e: 'AQAB', alg: 'RSA-OAEP-256' }],
])('a response can be encrypted to a key %s', (_, jwk) => {
  expect(pointersOf(jwk)).toEqual([])
})

it('one key is enough, among any number of others', () => {
  expect(told({ keys: [{ ...key, use: 'sig' }, key] })).toEqual([])
  expect(told({ keys: [null, { ...key, use: 'sig' }] }).map(({ pointer }) => pointer)).toEqual([
    '/client_metadata/jwks/keys/0',
    '/client_metadata/jwks/keys/1/use',
  ])
})

it.each<[string, Json | undefined, RegExp]>([
  ['absent', undefined, /must have this member/],
  ['a text', 'x', /must be a set/],
  ['without keys', {}, /must be a set/],
  ['empty', { keys: [] }, /must be a set/],
])('a set that is %s is told as what it is', (_, jwks, message) => {
  expect(told(jwks)).toMatchObject([{ pointer: '/client_metadata/jwks', message: expect.stringMatching(message) }])
})

it('a response in the clear needs no key, and metadata that are no object are told elsewhere', () => {
  expect(told('x', 'direct_post')).toEqual([])
  expect(responseKeyProblems({ response_mode: 'dc_api.jwt', client_metadata: null })).toEqual([])
  expect(responseKeyProblems({ response_mode: 'dc_api.jwt' })).toHaveLength(1)
})
