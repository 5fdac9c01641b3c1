import { expect, it } from 'vitest'
import { defaultDidMethod } from './verifier-client-id'
import { hasDnsName } from './verifier-uris'

it.each([
  ['https://capture.example', true, 'web'],
  ['https://capture.example:8443', true, 'web'],
  ['http://localhost:3000', true, 'jwk'],
  ['https://192.0.2.1', false, 'jwk'],
  ['https://[2001:db8::1]:8443', false, 'jwk'],
])('%s has a DNS name: %s, and the DID is a did:%s', (baseUrl, named, method) => {
  expect([hasDnsName(baseUrl), defaultDidMethod(baseUrl)]).toEqual([named, method])
})
