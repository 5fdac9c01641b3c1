import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tokenEndpoint } from '@/lib/core/issuer/endpoints/token'
import { isEvidencePath, issuerNamedIn } from './evidence-path'
import { findRoute } from './router'

describe('findRoute', () => {
  it('finds an operation and decodes the variables of its path', () => {
    expect(findRoute('POST', '/issuers/eu-pid%2Ddevice-bound/token')).toEqual({
      kind: 'operation',
      operation: 'requestToken',
      endpoint: tokenEndpoint,
      params: { issuerConfigurationId: 'eu-pid-device-bound' },
    })
  })
  it('answers HEAD as GET', () => {
    expect(findRoute('HEAD', '/healthz')).toMatchObject({ operation: 'getHealth' })
  })
  it.each(['/issuers/x/authorize', '/issuers/x/redirect', '/authorization-servers/x/authorize', '/issuers/x/offers/y'])(
    'refuses HEAD where a GET advances a flow: %s',
    (path) => {
      expect(findRoute('HEAD', path)).toMatchObject({ kind: 'miss', allow: ['GET'] })
    },
  )
  it('lists the methods of a path if the method is wrong', () => {
    expect(findRoute('GET', '/issuers/x/token')).toMatchObject({
      kind: 'miss',
      operation: 'requestToken',
      allow: ['POST'],
    })
    expect(findRoute('DELETE', '/healthz')).toMatchObject({ kind: 'miss', allow: ['GET', 'HEAD'] })
  })
  it('never redirects or forgives a trailing slash or a double slash', () => {
    expect(findRoute('POST', '/issuers/x/token/')).toMatchObject({ kind: 'miss', operation: null })
    expect(findRoute('GET', '//healthz')).toMatchObject({ kind: 'miss', operation: null })
    expect(findRoute('POST', '/issuers//token')).toMatchObject({ kind: 'miss', operation: null })
  })
  it('keeps every path below a reserved segment away from the pages', () => {
    for (const path of [
      '/.well-known/x',
      '/issuers/x/y/z',
      '/sessions/',
      '/api/unknown',
      '/x/.well-known/openid-configuration',
    ]) {
      expect(findRoute('GET', path).kind).toBe('miss')
    }
    expect(findRoute('GET', '/inspect/issuance/x').kind).toBe('page')
    expect(findRoute('GET', '/').kind).toBe('page')
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
    expect(findRoute('GET', path)).toMatchObject({ kind: 'miss', operation: null })
  })
  it('accepts any text without throwing', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (method, path) => void findRoute(method, `/${path}`)))
    expect(findRoute('GET', '/issuers/%E0%A4%A/token').kind).toBe('miss')
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
