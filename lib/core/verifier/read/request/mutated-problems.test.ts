import { expect, it } from 'vitest'
import type { Json, JsonObject } from '../../../shared/values/json'
import { mutatedProblems } from './mutated-problems'

const right: JsonObject = {
  response_type: 'vp_token',
  response_mode: 'direct_post',
  client_id: 'x509_hash:abc',
  response_uri: 'https://service.test/response',
  nonce: 'n-0S6_WzA2Mj-and-some-more',
  state: 's-0S6_WzA2Mj-and-some-more',
  client_metadata: { vp_formats_supported: { 'dc+sd-jwt': {} } },
  scope: 'pid',
}

const told = (name: string, value: Json) => mutatedProblems(right, { ...right, [name]: value }, 'url')

it.each<[string, Json]>([
  ['client_id', null],
  ['client_id', 7],
  ['response_uri', null],
  ['response_uri', 'x'],
  ['nonce', 7],
  ['nonce', 'a b, which is long enough for a nonce'],
  ['state', null],
  ['state', 'a state with a space that is long enough'],
  ['redirect_uri', 'https://service.test/complete'],
  ['client_metadata', null],
  ['client_metadata', []],
])('the member %s is told where it is %j, once', (name, value) => {
  expect(told(name, value)).toMatchObject([{ pointer: `/${name}`, severity: 'violation' }])
})

it.each<[string, Json]>([
  ['client_id', 'x509_hash:other'],
  ['response_uri', 'https://service.test/other'],
  ['nonce', 'another-nonce-of.safe~characters'],
  ['state', 'another-state.that~is_long-enough'],
  ['client_metadata', { vp_formats_supported: { 'dc+sd-jwt': {} }, client_name: 'Verifier' }],
])('the member %s may be %j', (name, value) => {
  expect(told(name, value)).toEqual([])
})

it('says nothing of what the service would send, as it sends what is asked for', () => {
  expect(JSON.stringify(told('client_metadata', null))).not.toContain('was sent')
})

it('tells of formats that are missing, except of a verifier that the wallet knows', () => {
  const place = [{ pointer: '/client_metadata/vp_formats_supported', clause: 'OID4VP-1FINAL-11.1' }]
  expect(told('client_metadata', {})).toMatchObject(place)
  const { client_metadata: _, ...without } = right
  expect(mutatedProblems(right, without, 'url')).toMatchObject(place)
  const known = { ...right, client_id: 'verifier-7' }
  expect(mutatedProblems(known, { ...known, client_metadata: {} }, 'url')).toEqual([])
})

it('tells of a client_id that nothing proves, and that is one', () => {
  const proves = ({ client_id: id }: JsonObject) => id === right.client_id
  const toldOf = (id: Json) => mutatedProblems(right, { ...right, client_id: id }, 'url', proves)
  expect(toldOf('x509_hash:other')).toMatchObject([{ pointer: '/client_id', clause: 'OID4VP-1FINAL-5.9.3' }])
  expect(toldOf(7)).toMatchObject([{ pointer: '/client_id', clause: 'OID4VP-1FINAL-5' }])
  expect(toldOf(right.client_id ?? null)).toEqual([])
})

const issued = 1_700_000_000
const token: JsonObject = { ...right, aud: 'https://self-issued.me/v2', iat: issued, exp: issued + 300 }

/** What is told of the claims of a token with one of them changed; `undefined` removes it. */
function toldOfToken(name: string, value: Json | undefined): string[] {
  const { [name]: _, ...others } = token
  return mutatedProblems(token, value === undefined ? others : { ...others, [name]: value }, 'url').map(
    ({ pointer, clause }) => `${pointer} ${clause}`,
  )
}

it.each<[string, Json | undefined, string]>([
  ['aud', undefined, 'OID4VP-1FINAL-5.8'],
  ['aud', null, 'OID4VP-1FINAL-5.8'],
  ['aud', 7, 'OID4VP-1FINAL-5.8'],
  ['aud', '', 'OID4VP-1FINAL-5.8'],
  ['aud', 'https://wallet.test', 'OID4VP-1FINAL-5.8'],
  ['aud', [], 'OID4VP-1FINAL-5.8'],
  ['aud', ['https://self-issued.me/v2', 'https://wallet.test'], 'OID4VP-1FINAL-5.8'],
  ['iat', null, 'RFC7519-4.1.6'],
  ['iat', '1700000000', 'RFC7519-4.1.6'],
  ['iat', issued + 301, 'RFC7519-4.1.6'],
  ['iat', issued - 1, 'RFC7519-4.1.6'],
  ['exp', null, 'RFC7519-4.1.4'],
  ['exp', '1700000300', 'RFC7519-4.1.4'],
  ['exp', issued, 'RFC7519-4.1.4'],
  ['nbf', null, 'RFC7519-4.1.5'],
  ['nbf', issued + 300, 'RFC7519-4.1.5'],
  ['request', 'e30.e30.AA', 'RFC9101-4'],
  ['request_uri', 'https://service.test/r', 'RFC9101-4'],
])('the claim %s is told where it is %j, once', (name, value, clause) => {
  expect(toldOfToken(name, value)).toEqual([`/${name} ${clause}`])
})

it.each<[string, Json | undefined]>([
  ['aud', 'https://self-issued.me/v2'],
  ['aud', ['https://self-issued.me/v2']],
  ['iat', undefined],
  ['iat', issued],
  ['iat', issued + 20],
  ['exp', undefined],
  ['exp', issued + 300],
  ['exp', issued + 90_000.5],
  ['nbf', issued],
])('the claim %s may be %j', (name, value) => {
  expect(toldOfToken(name, value)).toEqual([])
})

it('a request in a link has no audience and no times', () => {
  expect(told('aud', 'https://wallet.test')).toEqual([])
  expect(told('exp', 1)).toEqual([])
})
