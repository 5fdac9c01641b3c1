import { describe, expect, it } from 'vitest'
import { oid4vciRedaction } from '../oid4vci/redaction/oid4vci-redaction'
import { oid4vpRedaction } from '../oid4vp/redaction/oid4vp-redaction'
import { redactionOf, redactPath, scrubLine } from './redaction'

describe('the redaction of an exchange', () => {
  it.each([
    '/openid4vp/sessions/9b2f3c52-7a0e-4c8e-9a3a-0c1f3f7a1f11/response',
    '/openid4vp/response',
    '/openid4vp',
    '//OpenID4VP/response',
    '/openid4vp/anywhere',
  ])('is that of presentations at %s', (path) => {
    expect(redactionOf(path)).toBe(oid4vpRedaction)
  })
  it.each(['/', '/issuers/eu-pid-device-bound/token', '/openid4vpx', '/sessions/openid4vp/response'])(
    'is that of issuance at %s',
    (path) => {
      expect(redactionOf(path)).toBe(oid4vciRedaction)
    },
  )
})

describe('text that belongs to no exchange', () => {
  it('loses the secrets of every protocol', () => {
    expect(scrubLine('proofs=a&response=b&nonce=c&sub=d')).toBe(
      'proofs=[redacted:1]&response=[redacted:1]&nonce=[redacted:1]&sub=[redacted:1]',
    )
    expect(redactPath('/a/response=b/c')).toBe('/a/response=[redacted:1]/c')
  })
})
