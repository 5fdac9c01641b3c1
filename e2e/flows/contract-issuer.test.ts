import type { JsonWebKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { checkContract } from '@/lib/testing/check-contract'
import { covers } from '@/lib/testing/covers'
import { lastExchange } from '@/lib/testing/expect-refusal'
import { createHandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import type { Fields, JsonRecord } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { expectJson, membersOf, randomShape } from '@/lib/testing/shapes'
import { importPublicJwk, readJws, verifyEs256 } from '@/lib/wallet/jose/jws'

describe('the issuer', () => {
  const service = serviceForTests()

  /** Verifies a JWS with the key that its `kid` names in one of the issuer's key sets; returns its parts. */
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
      // Valid until the end of a day, so that its times do not identify the holder, and already valid when issued.
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

      // The record shows what the service knows from issuing it: exactly what its text says.
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
})

describe('the metadata', () => {
  const service = serviceForTests()
  const { http } = service

  const ids = ['eu-pid-device-bound', 'eu-pid-jwt-proof-only']
  const configurations: Readonly<Record<string, string>> = {
    'eu-pid-device-bound': 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required',
    'eu-pid-jwt-proof-only': 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof',
  }

  interface Displayed {
    readonly display: readonly { readonly locale: string; readonly logo: { readonly uri: string } }[]
  }
  type DisplayedMetadata = Displayed & {
    readonly credential_configurations_supported: Readonly<Record<string, { readonly credential_metadata: Displayed }>>
  }

  const get = (path: string, headers: Fields = []) => http({ path, headers })
  const keysAt = async (path: string): Promise<JsonRecord[]> => (await get(path)).object().keys as JsonRecord[]
  const pathOf = (url: unknown): string => new URL(String(url)).pathname

  describe('GET /issuers', () => {
    covers('A1.1', 'A2.1', 'A2.7', 'A2.9', 'A4.9')
    it('lists both issuer configurations, always in the same order, with exactly their members', async () => {
      const answer = await get('/issuers')
      expectJson(answer, 200)
      checkContract('listIssuers', answer)
      const entries = answer.json() as JsonRecord[]
      expect(entries.map(({ id }) => id)).toEqual(ids)
      const members = [
        'authorization_server_metadata',
        'compliance',
        'credential_configuration_ids',
        'credential_issuer',
        'credential_issuer_metadata',
        'description',
        'id',
        'name',
        'upstream_authorization_server',
      ]
      expect(membersOf(entries[0]!)).toEqual(members)
      expect(membersOf(entries[1]!)).toEqual([...members, 'warning'].sort())
      for (const entry of entries) {
        for (const member of ['id', 'compliance', 'name', 'description']) {
          expect(entry[member]).toEqual(expect.any(String))
          expect(entry[member]).not.toBe('')
        }
      }
      expect(entries.map(({ compliance }) => compliance)).toEqual([
        'eudi-pid-device-bound',
        'deliberately-nonconforming',
      ])
      expect(entries[1]!.warning).toMatch(/.{20,}/)
    })

    covers('A2.8')
    it('gives absolute addresses that answer with the same identifier', async () => {
      for (const entry of (await get('/issuers')).json() as JsonRecord[]) {
        const issuer = `${service.baseUrl}/issuers/${String(entry.id)}`
        expect(entry.credential_issuer).toBe(issuer)
        expect(entry.upstream_authorization_server).toBe(`${service.baseUrl}/authorization-servers/${String(entry.id)}`)
        const issuerMetadata = await get(pathOf(entry.credential_issuer_metadata))
        expect(String(entry.credential_issuer_metadata)).toBe(
          `${service.baseUrl}/.well-known/openid-credential-issuer/issuers/${String(entry.id)}`,
        )
        expect(issuerMetadata.object().credential_issuer).toBe(issuer)
        const serverMetadata = await get(pathOf(entry.authorization_server_metadata))
        expect(String(entry.authorization_server_metadata)).toBe(
          `${service.baseUrl}/.well-known/oauth-authorization-server/issuers/${String(entry.id)}`,
        )
        expect(serverMetadata.object().issuer).toBe(issuer)
      }
    })

    covers('A2.10')
    it('names the configurations that the metadata advertise', async () => {
      for (const entry of (await get('/issuers')).json() as JsonRecord[]) {
        const metadata = (await get(pathOf(entry.credential_issuer_metadata))).object()
        expect(entry.credential_configuration_ids).toEqual(
          Object.keys(metadata.credential_configurations_supported as object),
        )
        expect(entry.credential_configuration_ids).toContain(configurations[String(entry.id)])
      }
    })
  })

  covers('A1.2')
  describe.each(ids)('the documents of %s', (id) => {
    const base = () => `${service.baseUrl}/issuers/${id}`

    covers('A4.2')
    it.each([
      ['no Accept', []],
      ['Accept: */*', [['Accept', '*/*']]],
      ['Accept: application/json', [['Accept', 'application/json']]],
    ] as [string, Fields][])('hold credential issuer metadata as JSON (%s)', async (_name, headers) => {
      const answer = await get(`/.well-known/openid-credential-issuer/issuers/${id}`, headers)
      expectJson(answer, 200)
      checkContract('getIssuerMetadata', answer)
      expect(answer.header('vary')).toMatch(/accept/i)
      const metadata = answer.object()
      expect(metadata).toMatchObject({
        credential_issuer: base(),
        credential_endpoint: `${base()}/credential`,
        nonce_endpoint: `${base()}/nonce`,
      })
      expect(metadata).not.toHaveProperty('authorization_servers')
      expect(metadata).not.toHaveProperty('batch_credential_issuance')
      expect(metadata).not.toHaveProperty('deferred_credential_endpoint')
    })

    it('describe the SD-JWT VC configuration as OpenID4VCI 12.2.4 and A.3.2 demand', async () => {
      const metadata = (await get(`/.well-known/openid-credential-issuer/issuers/${id}`)).object()
      const supported = metadata.credential_configurations_supported as Record<string, JsonRecord>
      const configurationId = configurations[id]!
      const configuration = supported[configurationId]!
      expect(configuration).toMatchObject({
        format: 'dc+sd-jwt',
        vct: 'urn:eudi:pid:1',
        scope: configurationId,
        cryptographic_binding_methods_supported: ['jwk'],
        credential_signing_alg_values_supported: ['ES256'],
      })
      const proofTypes = configuration.proof_types_supported as Record<string, JsonRecord>
      expect(proofTypes.jwt!.proof_signing_alg_values_supported).toEqual(['ES256'])
      if (id === 'eu-pid-device-bound') expect(proofTypes.jwt!.key_attestations_required).toEqual({})
      else {
        expect(Object.keys(proofTypes)).toEqual(['jwt'])
        expect(proofTypes.jwt).not.toHaveProperty('key_attestations_required')
      }
    })

    covers('A4.4')
    it('hold authorization server metadata that say what this server does', async () => {
      const answer = await get(`/.well-known/oauth-authorization-server/issuers/${id}`)
      expectJson(answer, 200)
      checkContract('getAuthorizationServerMetadata', answer)
      expect(answer.object()).toMatchObject({
        issuer: base(),
        authorization_endpoint: `${base()}/authorize`,
        token_endpoint: `${base()}/token`,
        pushed_authorization_request_endpoint: `${base()}/par`,
        require_pushed_authorization_requests: true,
        jwks_uri: `${base()}/jwks.json`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        dpop_signing_alg_values_supported: ['ES256'],
        authorization_response_iss_parameter_supported: true,
        'pre-authorized_grant_anonymous_access_supported': true,
      })
      expect(answer.object().grant_types_supported).toContain('urn:ietf:params:oauth:grant-type:pre-authorized_code')
    })

    covers('A4.6')
    it('hold JWT VC issuer metadata with a reference to the credential keys, and nothing else', async () => {
      const answer = await get(`/.well-known/jwt-vc-issuer/issuers/${id}`)
      expectJson(answer, 200)
      checkContract('getJwtVcIssuerMetadata', answer)
      expect(answer.object()).toEqual({ issuer: base(), jwks_uri: `${base()}/credential-jwks.json` })
    })

    covers('A2.5')
    it.each([
      ['jwks.json', 'getAuthorizationServerKeys'],
      ['credential-jwks.json', 'getCredentialKeys'],
    ] as const)('hold public keys at %s', async (name, operation) => {
      const answer = await get(`/issuers/${id}/${name}`)
      expectJson(answer, 200)
      checkContract(operation, answer)
      expect(membersOf(answer.object())).toEqual(['keys'])
      const keys = await keysAt(`/issuers/${id}/${name}`)
      expect(keys.length).toBeGreaterThan(0)
      for (const key of keys) {
        expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid: expect.any(String) })
        for (const secret of ['d', 'k', 'p', 'q', 'dp', 'dq', 'qi']) expect(key).not.toHaveProperty(secret)
        if (operation === 'getAuthorizationServerKeys') expect(key).not.toHaveProperty('x5c')
        else expect((key.x5c as string[]).length).toBeGreaterThan(0)
      }
    })

    it('hold the trust anchor, the same one everywhere', async () => {
      const answer = await get(`/issuers/${id}/trust-anchor.pem`)
      expect(answer.status).toBe(200)
      expect(answer.body).toMatch(/^-----BEGIN CERTIFICATE-----\n[\s\S]+-----END CERTIFICATE-----\s*$/)
      expect((await get('/pki/root-ca.pem')).body).toBe(answer.body)
      expect((await get('/pki/root-ca.cer')).header('content-type')).toBe('application/pkix-cert')
    })

    it('show logos that are served here, each as what it is said to be', async () => {
      const metadata = (await get(`/.well-known/openid-credential-issuer/issuers/${id}`)).json() as DisplayedMetadata
      const displays = [
        ...metadata.display,
        ...Object.values(metadata.credential_configurations_supported).flatMap(
          (one) => one.credential_metadata.display,
        ),
      ]
      expect(displays.map(({ locale }) => locale)).toEqual(['en', 'it', 'en', 'it', 'en', 'it'])
      const uris = [...new Set(displays.map(({ logo }) => logo.uri))]
      expect(uris.map((uri) => uri.split(',')[0])).toEqual([
        `${base()}/logo.png`,
        `${base()}/logo.svg`,
        'data:image/png;base64',
      ])
      const png = Buffer.from(await (await fetch(`${base()}/logo.png`)).arrayBuffer())
      expect(png.toString('base64')).toBe(uris[2]?.split(',')[1])
      for (const [name, type, operation] of [
        ['logo.png', 'image/png', 'getLogoPng'],
        ['logo.svg', 'image/svg+xml', 'getLogoSvg'],
      ] as const) {
        const answer = await get(`/issuers/${id}/${name}`)
        expect([answer.status, answer.header('content-type')]).toEqual([200, type])
        checkContract(operation, answer)
        const head = await http({ method: 'HEAD', path: `/issuers/${id}/${name}` })
        expect([head.status, head.header('content-length'), head.body]).toEqual([
          200,
          answer.header('content-length'),
          '',
        ])
      }
      const ledger = (await get('/oid4vci/requests')).json() as JsonRecord[]
      expect(ledger.findLast(({ path }) => path === `/issuers/${id}/logo.png`)).toMatchObject({
        method: 'HEAD',
        issuer_configuration_id: id,
        response: { status: 200, content_type: 'image/png' },
      })
    })
  })

  describe('the two issuers', () => {
    covers('A1.2')
    it('share no key and no key id, within and across their key sets', async () => {
      const keys = (
        await Promise.all(
          ids.flatMap((id) => ['jwks.json', 'credential-jwks.json'].map((name) => keysAt(`/issuers/${id}/${name}`))),
        )
      ).flat()
      expect(new Set(keys.map(({ kid }) => kid)).size).toBe(keys.length)
      expect(new Set(keys.map(({ x, y }) => `${String(x)}.${String(y)}`)).size).toBe(keys.length)
    })
  })
})
