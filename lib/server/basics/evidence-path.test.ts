import { describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { isEvidencePath, issuerNamedIn } from './evidence-path'

describe('isEvidencePath', () => {
  it('covers all below an issuer and every well-known path, in its wrong forms too', () => {
    for (const path of [
      '/issuers/x/par',
      '/authorization-servers/x/y',
      '/.well-known/anything',
      '/issuers/x/.well-known/openid-configuration',
      '//issuers/x/token',
    ]) {
      expect(isEvidencePath(path)).toBe(true)
    }
  })
  covers('D21')
  it('covers an issuer path with the issuer missing, and no other', () => {
    for (const path of ['/token', '/par/', '//nonce', '/jwks.json']) expect(isEvidencePath(path)).toBe(true)
    for (const path of ['/x/token', '/tokens', '/login', '/offers', '/TOKEN']) expect(isEvidencePath(path)).toBe(false)
  })
  it('does not cover requests of scanners', () => {
    for (const path of ['/wp-login.php', '/.env', '/_next/data/x/ledger.json', '/admin/token', '/issuers/'])
      expect(isEvidencePath(path)).toBe(false)
  })
  it('excludes catalogue, sessions and pages', () => {
    for (const path of ['/issuers', '/sessions/x', '/', '/healthz']) expect(isEvidencePath(path)).toBe(false)
  })
})

describe('issuerNamedIn', () => {
  it.each([
    ['/issuers/a/token', 'a'],
    ['/authorization-servers/b', 'b'],
    ['/.well-known/openid-credential-issuer/issuers/c', 'c'],
    ['/x/issuers/d/y', 'd'],
    ['/sessions/e', ''],
    ['/issuers', ''],
  ])('finds the name in %s: %j', (path, name) => {
    expect(issuerNamedIn(path)).toBe(name)
  })
})
