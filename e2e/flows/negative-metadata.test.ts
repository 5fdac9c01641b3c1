import { describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import type { JsonRecord } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { readJws } from '@/lib/wallet/jose/jws'

const service = serviceForTests()
const { http } = service

const ledger = async (): Promise<JsonRecord[]> => (await http({ path: '/oid4vci/requests' })).json() as JsonRecord[]
const id = 'eu-pid-device-bound'

describe('N11: metadata at a wrong address', () => {
  it.each([
    '/.well-known/openid-credential-issuer/issuers/unknown',
    '/.well-known/oauth-authorization-server/issuers/unknown',
    '/.well-known/jwt-vc-issuer/issuers/unknown',
    '/issuers/unknown/jwks.json',
    '/issuers/unknown/credential-jwks.json',
  ])('of an unknown issuer is not found at %s, and is on record', async (path) => {
    expectError(await http({ path }), 404, 'issuer_not_found')
    expect((await ledger()).at(-1)).toMatchObject({
      path,
      method: 'GET',
      issuer_configuration_id: null,
      session_id: null,
      response: { status: 404, content_type: 'application/json' },
    })
  })

  it.each([
    [`/issuers/${id}/.well-known/openid-credential-issuer`, 'vci.metadata.issuer_wellknown_path'],
    [`/.well-known/openid-credential-issuer/issuers/${id}/`, 'vci.metadata.issuer_wellknown_path'],
    [`/issuers/${id}/.well-known/oauth-authorization-server`, 'vci.metadata.as_wellknown_path'],
    [`/.well-known/oauth-authorization-server/issuers/${id}/`, 'vci.metadata.as_wellknown_path'],
    [`/issuers/${id}/.well-known/openid-configuration`, 'vci.metadata.no_oidc_discovery'],
    [`/.well-known/openid-configuration/issuers/${id}`, 'vci.metadata.no_oidc_discovery'],
  ])('is not found at %s, is on record, and %s shows it in the session', async (path, check) => {
    const wallet = await createHandWallet(service)
    const agent = [['User-Agent', `asks-at-wrong-addresses ${path}`]] as const
    expectError(await wallet.http({ path, headers: agent }), 404, 'not_found')
    expect((await ledger()).at(-1)).toMatchObject({ path, issuer_configuration_id: id, response: { status: 404 } })
    await wallet.requestToken({ headers: (fields) => fields.push([...agent[0]]) })
    const entries = (await wallet.view()).checks.conformance.filter((entry) => entry.id === check)
    expect(entries.map(({ status }) => status)).toContain('warn')
  })

  it('without the path of an issuer is not found, and the answer says so (V21)', async () => {
    const answer = await http({ path: '/.well-known/openid-credential-issuer' })
    expectError(answer, 404, 'not_found')
    expect(answer.object()).toMatchObject({
      error_description: expect.stringContaining('path of the Credential Issuer Identifier'),
      error_uri: expect.stringContaining('/checks/vci.metadata.issuer_wellknown_path'),
    })
  })

  it.each(['//issuers/x/token', '/issuers//eu-pid-device-bound/token', `/issuers/${id}/token/`])(
    'with a surplus slash is answered 404 at %s and never redirected',
    async (path) => {
      const answer = await http({ method: 'POST', path })
      expectError(answer, 404, 'not_found')
      expect(answer.header('location')).toBeNull()
      expect((await ledger()).at(-1)).toMatchObject({ path, method: 'POST', response: { status: 404 } })
    },
  )
})

describe('N13: credential issuer metadata', () => {
  it.each(['text/html', 'application/xml', '*/*', 'application/*', '', 'garbage;;q=x'])(
    'comes as JSON for Accept: %s',
    async (accept) => {
      const answer = await http({
        path: `/.well-known/openid-credential-issuer/issuers/${id}`,
        headers: [['Accept', accept]],
      })
      expect(answer.status).toBe(200)
      expect(answer.header('content-type')).toBe('application/json')
    },
  )
})

describe('N12: signed credential issuer metadata', () => {
  covers('A4.3')
  it.each([
    ['application/jwt;q=0.1, application/json', 'application/json'],
    ['application/json, application/jwt', 'application/json'],
    ['application/jwt, application/json', 'application/jwt'],
    ['application/json;q=0.5, application/jwt', 'application/jwt'],
    ['application/jwt', 'application/jwt'],
  ])('for Accept: %s comes as %s', async (accept, mediaType) => {
    const path = `/.well-known/openid-credential-issuer/issuers/${id}`
    const answer = await http({ path, headers: [['Accept', accept]] })
    expect({ status: answer.status, mediaType: answer.header('content-type') }).toEqual({ status: 200, mediaType })
    if (mediaType === 'application/json') return
    const jws = readJws(answer.body)!
    expect(jws.header).toMatchObject({ alg: 'ES256', typ: 'openidvci-issuer-metadata+jwt', x5c: expect.any(Array) })
    expect(jws.claims).toMatchObject({ ...(await http({ path })).object(), sub: `${service.baseUrl}/issuers/${id}` })
    expect(Number(jws.claims.exp) - Number(jws.claims.iat)).toBe(86_400)
  })
})

describe('N67: the nonce endpoint', () => {
  covers('A4.38')
  it('does not answer to GET', async () => {
    const answer = await http({ path: `/issuers/${id}/nonce` })
    expectError(answer, 405, 'method_not_allowed')
    expect(answer.header('allow')).toBe('POST, OPTIONS')
    expect((await ledger()).at(-1)).toMatchObject({ method: 'GET', path: `/issuers/${id}/nonce` })
  })

  it('takes no notice of a body or of credentials', async () => {
    const answer = await http({
      method: 'POST',
      path: `/issuers/${id}/nonce`,
      body: '{"x":',
      headers: [
        ['Content-Type', 'application/json'],
        ['Authorization', 'DPoP x'],
      ],
    })
    expect(answer.status).toBe(200)
  })
})
