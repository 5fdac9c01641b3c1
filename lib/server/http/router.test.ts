import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tokenEndpoint } from '@/lib/core/issuer/endpoints/token'
import { covers } from '@/lib/testing/covers'
import { runs } from '@/scripts/thorough.mjs'
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
  covers('D20')
  it.each(['/issuers/x/authorize', '/issuers/x/redirect', '/authorization-servers/x/authorize', '/issuers/x/offers/y'])(
    'refuses HEAD where a GET advances a flow: %s',
    (path) => {
      const miss = findRoute('HEAD', path)
      expect(miss.kind === 'miss' && miss.allow.includes('GET') && !miss.allow.includes('HEAD')).toBe(true)
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
    fc.assert(
      fc.property(fc.string(), fc.string(), (method, path) => void findRoute(method, `/${path}`)),
      runs(),
    )
    expect(findRoute('GET', '/issuers/%E0%A4%A/token').kind).toBe('miss')
  })
})
