import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEvidencePath, issuerNamedIn, route } from './router'

describe('route', () => {
  it('finds an operation and decodes the variables of its path', () => {
    expect(route('POST', '/issuers/eu-pid%2Ddevice-bound/token')).toEqual({
      kind: 'operation',
      operation: 'requestToken',
      params: { issuerConfigurationId: 'eu-pid-device-bound' },
    })
  })
  it('answers HEAD as GET', () => {
    expect(route('HEAD', '/healthz')).toMatchObject({ operation: 'getHealth' })
  })
  it.each(['/issuers/x/authorize', '/issuers/x/redirect', '/authorization-servers/x/authorize', '/issuers/x/offers/y'])(
    'refuses HEAD where a GET advances a flow: %s',
    (path) => {
      expect(route('HEAD', path)).toMatchObject({ kind: 'miss', allow: ['GET'] })
    },
  )
  it('lists the methods of a path if the method is wrong', () => {
    expect(route('GET', '/issuers/x/token')).toMatchObject({ kind: 'miss', operation: 'requestToken', allow: ['POST'] })
    expect(route('DELETE', '/healthz')).toMatchObject({ kind: 'miss', allow: ['GET', 'HEAD'] })
  })
  it('never redirects or forgives a trailing slash or a double slash', () => {
    expect(route('POST', '/issuers/x/token/')).toMatchObject({ kind: 'miss', operation: null })
    expect(route('GET', '//healthz')).toMatchObject({ kind: 'miss', operation: null })
    expect(route('POST', '/issuers//token')).toMatchObject({ kind: 'miss', operation: null })
  })
  it('keeps every path below a reserved segment away from the pages', () => {
    for (const path of [
      '/.well-known/x',
      '/issuers/x/y/z',
      '/sessions/',
      '/api/unknown',
      '/x/.well-known/openid-configuration',
    ]) {
      expect(route('GET', path).kind).toBe('miss')
    }
    expect(route('GET', '/inspect/issuance/x').kind).toBe('page')
    expect(route('GET', '/').kind).toBe('page')
  })
  it.each([
    '/x/../ledger',
    '/./ledger',
    '/%2e/ledger',
    '/x/%2E%2e/ledger',
    '/_next/../ledger',
    '/ledger#',
    '/inspect\\issuance',
    '/x/../issuers/eu-pid-device-bound/nonce',
    '/inspect/issuance/x.rsc',
    '/checks/x%2Ersc',
    '/%',
    '*',
  ])('passes no path to the pages that they would rewrite: %s', (path) => {
    expect(route('GET', path)).toMatchObject({ kind: 'miss', operation: null })
  })
  it('accepts any text without throwing', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (method, path) => void route(method, `/${path}`)))
    expect(route('GET', '/issuers/%E0%A4%A/token').kind).toBe('miss')
  })
})

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
