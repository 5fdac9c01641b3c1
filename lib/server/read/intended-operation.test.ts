import { describe, expect, it } from 'vitest'
import { intendedOperation } from './inspections'

describe('what an unmatched request was meant for', () => {
  it.each([
    ['GET', '/issuers/x/token', 'requestToken'],
    ['PUT', '/issuers/x/credential', 'requestCredential'],
    ['POST', '/issuers/x//nonce', 'requestNonce'],
    ['POST', '/.well-known/openid-credential-issuer/issuers/x', 'getIssuerMetadata'],
    ['GET', '/issuers/x/.well-known/openid-credential-issuer', 'getIssuerMetadata'],
    ['GET', '/.well-known/openid-credential-issuer', 'getIssuerMetadata'],
    ['GET', '/issuers/x/.well-known/oauth-authorization-server', 'getAuthorizationServerMetadata'],
    ['GET', '/.well-known/jwt-vc-issuer', 'getJwtVcIssuerMetadata'],
  ])('is derived from its path: %s %s', (method, path, operation) => {
    expect(intendedOperation({ method, path })).toBe(operation)
  })

  it.each(['/issuers/x/elsewhere', '/issuers/x/.well-known/openid-configuration', '/.well-known', '/favicon.ico'])(
    'is unknown if the path is unlike any of ours: %s',
    (path) => {
      expect(intendedOperation({ method: 'GET', path })).toBeNull()
    },
  )
})
