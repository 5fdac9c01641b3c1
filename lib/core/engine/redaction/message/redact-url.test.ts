import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { issuerRedaction } from '../../../issuer/redaction/issuer-redaction'
import { anyString } from '../fixtures/any-string'
import { redactUrl as redactUrlBy } from './redact-url'

const redactUrl = (text: string): string => redactUrlBy(text, issuerRedaction.names)

describe('redactUrl', () => {
  it.each([
    [
      'https://wallet.example/cb?code=abc&state=xyz&iss=https%3A%2F%2Fi',
      'https://wallet.example/cb?code=[redacted:3]&state=[redacted:3]&iss=https%3A%2F%2Fi',
    ],
    ['eudi-wallet://cb?CODE=abc', 'eudi-wallet://cb?CODE=[redacted:3]'],
    ['/redirect?c%6Fde=a b;c&code=d', '/redirect?c%6Fde=[redacted:5]&code=[redacted:1]'],
    [
      'https://w.example/#access_token=abc&token_type=DPoP',
      'https://w.example/#access_token=[redacted:3]&token_type=DPoP',
    ],
    ['https://user:pass@w.example/@me?a=b', 'https://[userinfo:9]@w.example/@me?a=b'],
    ['https://a@b:c@w.example/', 'https://[userinfo:5]@w.example/'],
    [
      'openid-credential-offer://?credential_offer=%7B%22a%22%3A1%7D',
      'openid-credential-offer://?credential_offer=[json:17]',
    ],
    [
      'https://w.example/cb?next=https%3A%2F%2Fx%2F%3Fcode%3Dabc',
      'https://w.example/cb?next=https://x/?code=[redacted:3]',
    ],
    [
      'https://w.example/cb?request_uri=urn:ietf:params:oauth:request_uri:abc',
      'https://w.example/cb?request_uri=[redacted:37]',
    ],
    ['https://w.example/cb?flag&x=1', 'https://w.example/cb?flag&x=1'],
    ['https://w.example/cb', 'https://w.example/cb'],
  ])('%s', (url, wanted) => {
    expect(redactUrl(url)).toBe(wanted)
  })
  it('hides a value that looks random under a name it does not know', () => {
    const secret = 'q8Zr0aYkT2m1Wc5xJ7vN9bLpE4sD6fGh'
    expect(redactUrl(`https://w.example/cb?ticket=${secret}`)).not.toContain(secret)
    expect(redactUrl(`https://w.example/cb?${secret}`)).not.toContain(secret)
    expect(redactUrl(`https://w.example/cb#${secret}`)).not.toContain(secret)
    expect(redactUrl(`https://w.example/cb?client_id=${secret}`)).toContain(secret)
  })
  it('never throws', () => {
    fc.assert(
      fc.property(anyString, (text) => void redactUrl(text)),
      runs(),
    )
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => redactUrl(url).length > 0),
      runs(),
    )
  })
})
