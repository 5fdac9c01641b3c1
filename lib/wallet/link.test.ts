import { describe, expect, it } from 'vitest'
import { protocolOf } from './command'

describe('the protocol of a link', () => {
  it.each([
    ['openid-credential-offer://?credential_offer=%7B%7D', 'issuance'],
    ['custom://?credential_offer_uri=https%3A%2F%2Fa.example', 'issuance'],
    ['openid4vp://?credential_offer=%7B%7D', 'issuance'],
    ['openid4vp://?client_id=a&request_uri=b', 'presentation'],
    ['haip-vp://?request_uri=b&client_id=a', 'presentation'],
    ['https://wallet.example/authorize?client_id=a&request=b', 'presentation'],
    [' eudi-openid4vp://?client_id=x509_hash%3Aabc&request=b\n', 'presentation'],
    ['openid4vp://', 'presentation'],
    ['https://verifier.example/present/0f7fdf4d-b0bc-4a0f-8cf4-1d2f6b1f0001', 'presentation'],
    [' http://localhost:3000/capture/present/0f7fdf4d-b0bc-4a0f-8cf4-1d2f6b1f0001/ ', 'presentation'],
    ['haip-vci://?nothing=1', 'issuance'],
    ['OPENID4VP://?a=b', 'presentation'],
  ])('%j is %s', (link, protocol) => {
    expect(protocolOf(link)).toBe(protocol)
  })

  it.each([
    '',
    'no link',
    'https://example.com/?a=b',
    'a://?x',
    'https://example.com/present/',
    'https://example.com/present/a/state',
    'wallet://example/present/a',
  ])('%j has none', (link) => {
    expect(protocolOf(link)).toBeNull()
  })
})
