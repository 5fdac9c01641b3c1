import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { runs } from '@/scripts/thorough.mjs'
import { readRedirectUri, withResponse } from './redirect-uri'

describe('readRedirectUri', () => {
  covers('D6')
  it.each([
    ['https://wallet.example/cb', 'https'],
    ['HTTPS://wallet.example', 'https'],
    ['http://127.0.0.1:51004/cb', 'loopback'],
    ['http://[::1]/cb', 'loopback'],
    ['http://localhost/cb', 'loopback'],
    ['eu.europa.ec.euidi://authorization', 'private_use'],
    ['com.example.wallet:/cb', 'private_use'],
    ['wallet://cb', 'private_use'],
    ['haip-vci://cb', 'private_use'],
    ['firewallet://cb', 'private_use'],
  ])('takes %s as %s', (value, kind) => {
    expect(readRedirectUri(value)).toEqual({ problem: null, kind })
  })

  covers('D6')
  it.each([
    ['/cb', 'not_absolute'],
    ['wallet.example/cb', 'not_absolute'],
    ['https:wallet.example', 'not_absolute'],
    ['https://', 'not_absolute'],
    ['https://wallet.example/cb#', 'fragment'],
    ['JavaScript:alert(1)', 'scheme_not_allowed'],
    ['vbscript:x', 'scheme_not_allowed'],
    ['file:///etc/passwd', 'scheme_not_allowed'],
    ['about:blank', 'scheme_not_allowed'],
    ['blob:https://wallet.example/x', 'scheme_not_allowed'],
    ['ms-msdt:/id PCWDiagnostic'.replace(' ', '+'), 'scheme_not_allowed'],
    ['search-ms:query=x', 'scheme_not_allowed'],
    ['smb://share.example/file', 'scheme_not_allowed'],
    ['mailto:someone@example.com', 'scheme_not_allowed'],
    ['jar:https://wallet.example/a.jar!/x', 'scheme_not_allowed'],
    ['view-source:https://wallet.example', 'scheme_not_allowed'],
    ['intent://wallet/cb', 'scheme_not_allowed'],
    ['MS-Settings:privacy', 'scheme_not_allowed'],
    ['x-apple.systempreferences:com.apple.preference', 'scheme_not_allowed'],
    ['firefox://open-url?url=https://evil.example', 'scheme_not_allowed'],
    ['microsoft-edge-https://evil.example', 'scheme_not_allowed'],
    ['googlechromes://evil.example', 'scheme_not_allowed'],
    ['touch-https://evil.example', 'scheme_not_allowed'],
    ['its:c:/x.chm', 'scheme_not_allowed'],
    ['http://wallet.example/cb', 'http_not_loopback'],
    ['http://127.0.0.1.evil.example/cb', 'http_not_loopback'],
    ['https://wallet.example/\r\nSet-Cookie: a=b', 'illegal_characters'],
    ['https://wallet.example/a b', 'illegal_characters'],
    ['https://b\u00fccher.example', 'illegal_characters'],
    [`https://wallet.example/${'a'.repeat(2048)}`, 'too_long'],
  ])('refuses %j as %s', (value, problem) => {
    expect(readRedirectUri(value)).toEqual({ problem, kind: null })
  })

  it('never throws, and lets nothing through that could break a Location header or be run by a browser', () => {
    const text = fc.oneof(
      fc.string(),
      fc.webUrl({ withFragments: true }),
      fc.string({ unit: 'binary' }).map((end) => `https://a.example/${end}`),
    )
    fc.assert(
      fc.property(text, (value) => {
        const { problem, kind } = readRedirectUri(value)
        expect(problem === null).toBe(kind !== null)
        if (problem !== null) return
        const location = withResponse(value, [['state', value]])
        expect(location).toMatch(/^[\x21-\x7e]+$/)
        expect(location.startsWith(value)).toBe(true)
        expect(new URL(location).protocol).not.toMatch(/^(javascript|data|file):$/)
        expect(new URL(location).searchParams.get('state')).toBe(value)
      }),
      runs(),
    )
  })
})

describe('withResponse', () => {
  it('keeps the query that the redirect URI has', () => {
    expect(withResponse('https://a.example/cb?x=1', [['code', 'a b']])).toBe('https://a.example/cb?x=1&code=a+b')
    expect(withResponse('https://a.example/cb', [['code', 'y']])).toBe('https://a.example/cb?code=y')
    expect(withResponse('https://a.example/cb?', [['code', 'y']])).toBe('https://a.example/cb?code=y')
  })
})
