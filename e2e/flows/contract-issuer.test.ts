import type { JsonWebKey } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkContract } from '@/lib/testing/check-contract'
import { covers } from '@/lib/testing/covers'
import { lastExchange } from '@/lib/testing/expect-refusal'
import { createHandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import type { JsonRecord } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import { expectJson, membersOf, randomShape } from '@/lib/testing/shapes'
import { importPublicJwk, readJws, verifyEs256 } from '@/lib/wallet/jose/jws'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

/** Verifies a JWS with the key of its `kid` in one of the issuer's key sets; returns its parts. */
async function verified(wallet: HandWallet, compact: string, keySet: string) {
  const jws = readJws(compact)!
  const { keys } = (await wallet.http({ path: wallet.path(keySet) })).json() as { keys: JsonWebKey[] }
  const jwk = keys.filter(({ kid }) => kid === jws.header.kid)
  expect(jwk).toHaveLength(1)
  expect(verifyEs256(jws, importPublicJwk(jwk[0]!)!)).toBe(true)
  return jws
}

describe.each(['eu-pid-device-bound', 'eu-pid-jwt-proof-only'])('the endpoints of %s', (issuer) => {
  const open = () => createHandWallet(service, { issuer_configuration_id: issuer })

  covers('A4.29')
  it('answer a pushed request with exactly the documented members', async () => {
    const wallet = await createHandCodeWallet(service, { issuer_configuration_id: issuer })
    const answer = await wallet.push()
    expectJson(answer, 201)
    checkContract('pushAuthorizationRequest', answer)
    expect(answer.header('cache-control')).toBe('no-store')
    expect(answer.object()).toEqual({
      request_uri: expect.stringMatching(/^urn:ietf:params:oauth:request_uri:[A-Za-z0-9_-]{43}$/),
      expires_in: 90,
    })
  })

  covers('A2.31', 'A4.36', 'A5.4', 'A8.3')
  it('answer a token request with exactly the documented members', async () => {
    const wallet = await open()
    const answer = await wallet.requestToken()
    expectJson(answer, 200)
    checkContract('requestToken', answer)
    const token = answer.object()
    expect(membersOf(token)).toEqual([
      'access_token',
      'c_nonce',
      'c_nonce_expires_in',
      'expires_in',
      'scope',
      'token_type',
    ])
    expect(token).toMatchObject({
      token_type: 'DPoP',
      expires_in: 600,
      c_nonce_expires_in: 300,
      scope: wallet.created.credential_configuration_id,
    })
    expect(token.c_nonce).toMatch(randomShape)
    expect(answer.header('dpop-nonce')).toMatch(randomShape)
  })

  covers('A1.8', 'A4.7')
  it('bind the access token to the DPoP key and sign it with a published key', async () => {
    const wallet = await open()
    const jws = await verified(wallet, await wallet.obtainToken(), 'jwks.json')
    expect(jws.header).toMatchObject({ typ: 'at+jwt', alg: 'ES256' })
    const { claims } = jws
    expect(claims).toMatchObject({
      iss: wallet.created.issuer_identifier,
      aud: wallet.created.issuer_identifier,
      client_id: 'urn:capture:anonymous',
      scope: wallet.created.credential_configuration_id,
      cnf: { jkt: wallet.dpopKey.thumbprint },
      jti: expect.any(String),
      sub: expect.any(String),
    })
    expect(Number(claims.exp) - Number(claims.iat)).toBe(600)
    expect(JSON.stringify(claims)).not.toContain(wallet.created.session_id)
  })

  covers('A4.38')
  it('answer a nonce request, without body and credentials, with a fresh value each time', async () => {
    const wallet = await open()
    const answers = [1, 2].map(() => wallet.http({ method: 'POST', path: wallet.path('nonce') }))
    const nonces = []
    for (const answer of await Promise.all(answers)) {
      expectJson(answer, 200)
      checkContract('requestNonce', answer)
      expect(membersOf(answer.object())).toEqual(['c_nonce'])
      expect(answer.object().c_nonce).toMatch(randomShape)
      expect(answer.header('dpop-nonce')).toMatch(randomShape)
      nonces.push(answer.object().c_nonce)
    }
    expect(nonces[0]).not.toBe(nonces[1])
  })

  covers('A4.45')
  it('answer a credential request with a list of credentials', async () => {
    const wallet = await open()
    const answer = await wallet.requestCredential()
    expectJson(answer, 200)
    checkContract('requestCredential', answer)
    expect(membersOf(answer.object())).toEqual(['credentials', 'notification_id'])
    const credentials = answer.object().credentials as JsonRecord[]
    expect(credentials).toHaveLength(1)
    expect(membersOf(credentials[0]!)).toEqual(['credential'])
    expect(credentials[0]!.credential).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+~([\w-]+~)+$/)
  })

  covers('A4.8')
  it('sign the credential with a published key and bind it to the holder key', async () => {
    const wallet = await open()
    const answer = await wallet.requestCredential()
    const [{ credential } = { credential: '' }] = answer.object().credentials as { credential: string }[]
    const jws = await verified(wallet, credential.split('~')[0]!, 'credential-jwks.json')
    expect(jws.header).toMatchObject({ typ: 'dc+sd-jwt', alg: 'ES256', x5c: expect.any(Array) })
    const { claims } = jws
    expect(claims).toMatchObject({
      iss: wallet.created.issuer_identifier,
      vct: 'urn:eudi:pid:1',
      cnf: { jwk: wallet.holderKeys[0]!.publicJwk },
      _sd_alg: 'sha-256',
    })
    expect(membersOf((claims.cnf as { jwk: object }).jwk)).toEqual(['crv', 'kty', 'x', 'y'])
    // Valid to the end of a day, so that its times do not identify the holder; already valid when it is issued.
    const [now, iat, exp] = [service.now() / 1000, Number(claims.iat), Number(claims.exp)]
    expect([iat <= now, exp % 86_400, Math.ceil((exp - now) / 86_400)]).toEqual([true, 0, 14])
    expect(claims).not.toHaveProperty('sub')
    expect(claims).not.toHaveProperty('status')
    const names = credential
      .split('~')
      .slice(1, -1)
      .map((disclosure) => JSON.parse(Buffer.from(disclosure, 'base64url').toString('utf8')) as unknown[])
    expect(names).toContainEqual([expect.any(String), 'family_name', 'Fabbri'])
    expect(names).toContainEqual([expect.any(String), 'birth_family_name', 'Brontë'])
    expect(claims).not.toHaveProperty('family_name')

    // The record shows what the service knows of it from making it: just what its text says.
    const { decoded } = await lastExchange(wallet, wallet.path('credential'))
    const shown = decoded.find(({ source }) => source === 'response.body.credentials[0].credential')
    const { iss, vct, _sd_alg } = claims
    const { typ, alg, kid } = jws.header
    expect(shown).toMatchObject({
      header: { typ, alg, kid },
      claims: { iss, vct, iat, exp, _sd_alg },
      signature: 'ours',
    })
    const claimsShown = ((shown?.disclosures ?? []) as JsonRecord[]).map(({ claim = null }) => claim)
    expect(claimsShown).toEqual(names.map((content) => (content.length === 3 ? content[1] : null)))
  })

  it('give each credential salts of its own', async () => {
    const wallet = await open()
    await wallet.obtainToken()
    const disclosures = []
    for (const answer of [await wallet.requestCredential(), await wallet.requestCredential()]) {
      const [{ credential } = { credential: '' }] = answer.object().credentials as { credential: string }[]
      disclosures.push(...credential.split('~').slice(1, -1))
    }
    expect(new Set(disclosures).size).toBe(disclosures.length)
  })

  it('send no DPoP nonce in a session that does without', async () => {
    const wallet = await createHandWallet(service, { issuer_configuration_id: issuer, dpop_nonce: 'off' })
    expect((await wallet.requestToken()).header('dpop-nonce')).toBeNull()
  })
})

describe('A1.1: what one issuer gave', () => {
  covers('A1.1')
  it('is worth nothing at the other: code, token, nonce, offer', async () => {
    const [here, there] = [
      await createHandWallet(service),
      await createHandWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' }),
    ]
    const foreignCode = await here.requestToken({ form: (form) => form.set('pre-authorized_code', there.code) })
    expect(foreignCode.object().error).toBe('invalid_grant')
    await here.obtainToken()
    const foreignNonce = await here.requestCredential({ nonce: await there.freshNonce() })
    expect(foreignNonce.object().error).toBe('invalid_nonce')
    const accessToken = await there.obtainToken()
    const foreignToken = await here.requestCredential({ accessToken })
    expect({ status: foreignToken.status, error: foreignToken.object().error }).toEqual({
      status: 401,
      error: 'invalid_token',
    })
    const offer = new URL(there.created.offer_url).pathname.replace('eu-pid-jwt-proof-only', 'eu-pid-device-bound')
    expect((await here.http({ path: offer })).status).toBe(404)
    expect((await here.requestCredential()).status).toBe(200)
    expect((await there.requestCredential()).status).toBe(200)
  })
})
