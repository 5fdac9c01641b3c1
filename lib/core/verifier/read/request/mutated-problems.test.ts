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
  client_metadata: { vp_formats_supported: {} },
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
  ['client_metadata', null],
  ['client_metadata', []],
])('the member %s is told where it is %j, once', (name, value) => {
  expect(told(name, value)).toMatchObject([{ pointer: `/${name}`, severity: 'violation' }])
})

it.each<[string, Json]>([
  ['client_id', 'x509_hash:other'],
  ['response_uri', 'https://service.test/other'],
  ['nonce', 'another-nonce-of.safe~characters'],
  ['state', 'another state that is long enough'],
  ['client_metadata', {}],
])('the member %s may be %j', (name, value) => {
  expect(told(name, value)).toEqual([])
})

it('says nothing of what the service would send, as it sends what is asked for', () => {
  expect(JSON.stringify(told('client_metadata', null))).not.toContain('was sent')
})
