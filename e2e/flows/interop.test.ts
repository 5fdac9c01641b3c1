import { describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { covers } from '@/lib/testing/covers'
import { expectError, expectRefusal } from '@/lib/testing/expect-refusal'
import { createHandCodeWallet, type HandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import type { Fields, HttpAnswer, JsonRecord } from '@/lib/testing/http-client'
import { all, claim, header, signedBy } from '@/lib/testing/jwt-changes'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { readJws } from '@/lib/wallet/jose/jws'
import { generateKey } from '@/lib/wallet/jose/key'

/**
 * What independent wallet libraries require of an issuer, line by line. A wallet that stops at one of these stops for
 * every tester who uses it. The service has an https name here, as these libraries require; nothing leaves this
 * machine.
 */
const origin = 'https://capture.example'
const ids = ['eu-pid-device-bound', 'eu-pid-jwt-proof-only']
const deviceBound = 'eu-pid-device-bound'
const service = serviceForTests({ env: { BASE_URL: origin } })
const { http } = service

const get = (path: string, headers: Fields = []): Promise<HttpAnswer> => http({ path, headers })
const wellKnown = (document: string, id: string, role = 'issuers') => `/.well-known/${document}/${role}/${id}`
const issuerMetadata = async (id: string): Promise<JsonRecord> =>
  (await get(wellKnown('openid-credential-issuer', id))).object()
const serverMetadata = async (id: string): Promise<JsonRecord> =>
  (await get(wellKnown('oauth-authorization-server', id))).object()
const configurationsOf = async (id: string): Promise<Record<string, JsonRecord>> =>
  (await issuerMetadata(id)).credential_configurations_supported as Record<string, JsonRecord>

/** Every string anywhere in a document. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
const addressesIn = (value: unknown): string[] => textsIn(value).filter((text) => /^https?:/.test(text))

/** Follows the browser's redirects until they leave the service; returns every URL on the way. */
async function browse(wallet: HandCodeWallet, url: string): Promise<URL[]> {
  const way: URL[] = []
  for (let next = url; next.startsWith(origin); ) {
    const answer = await wallet.open(next)
    next = answer.header('location') ?? ''
    expect([answer.status, way.length < 5]).toEqual([302, true])
    way.push(new URL(next))
  }
  return way
}
const viewOf = async (sessionId: string): Promise<IssuanceSessionView> =>
  (await get(`/sessions/${sessionId}`)).json() as IssuanceSessionView

describe('1. https everywhere, and the base URL comes from BASE_URL, not from the socket', () => {
  covers('A1.9')
  it.each(ids)('in every document of %s', async (id) => {
    const documents = await Promise.all([
      issuerMetadata(id),
      serverMetadata(id),
      get(wellKnown('jwt-vc-issuer', id)).then((answer) => answer.object()),
      get(wellKnown('oauth-authorization-server', id, 'authorization-servers')).then((answer) => answer.object()),
      get('/issuers').then((answer) => answer.json()),
    ])
    const addresses = documents.flatMap(addressesIn)
    expect(addresses.length).toBeGreaterThan(20)
    expect(addresses.filter((address) => !address.startsWith(`${origin}/`))).toEqual([])
  })

  it.each(['credential_offer', 'credential_offer_uri'])('in a session, its offer and its link (%s)', async (mode) => {
    const wallet = await createHandWallet(service, { credential_offer_mode: mode })
    const offer = (await get(`/sessions/${wallet.created.session_id}/offer`)).object()
    const link = new URL(wallet.created.deeplink).searchParams
    const linked = link.get('credential_offer_uri') ?? JSON.parse(link.get('credential_offer') ?? 'null')
    const addresses = addressesIn([wallet.created, offer, linked])
    expect(addresses.length).toBeGreaterThan(3)
    expect(addresses.filter((address) => !address.startsWith(`${origin}/`))).toEqual([])
  })

  it('on the way of the browser', async () => {
    const wallet = await createHandCodeWallet(service)
    const way = await browse(wallet, wallet.authorizeUrl(await wallet.pushed()))
    expect(way.map((url) => url.origin)).toEqual([origin, origin, 'https://wallet.example'])
  })
})

describe('2. Well-known paths inserted after the host, identifiers equal byte for byte', () => {
  it.each(ids)('for the issuer, its authorization server and jwt-vc-issuer of %s', async (id) => {
    const identifier = `${origin}/issuers/${id}`
    const metadata = await issuerMetadata(id)
    expect(metadata.credential_issuer).toBe(identifier)
    expect((await serverMetadata(id)).issuer).toBe(identifier)
    expect((await get(wellKnown('jwt-vc-issuer', id))).object().issuer).toBe(identifier)
    const wallet = await createHandWallet(service, { issuer_configuration_id: id })
    const offer = (await get(`/sessions/${wallet.created.session_id}/offer`)).object()
    expect(offer.credential_issuer).toBe(identifier)
    // An absent member means that the authorization server's identifier equals the issuer's.
    expect(metadata).not.toHaveProperty('authorization_servers')
    expect(JSON.stringify(offer.grants)).not.toContain('authorization_server')
  })

  it('and not after the path of the identifier', async () => {
    for (const document of ['openid-credential-issuer', 'oauth-authorization-server', 'jwt-vc-issuer'])
      expectError(await get(`/issuers/${deviceBound}/.well-known/${document}`), 404, 'not_found')
  })
})

describe('3. Metadata exactly as application/json, or signed when that is asked for first', () => {
  it.each<[string, Fields]>([
    ['no Accept', []],
    ['application/json', [['Accept', 'application/json']]],
    ['*/*', [['Accept', '*/*']]],
  ])('as JSON for %s', async (_name, headers) => {
    for (const id of ids) {
      const answer = await get(wellKnown('openid-credential-issuer', id), headers)
      expect(answer.header('content-type')?.split(';')[0]).toBe('application/json')
      expect(answer.object().credential_issuer).toBe(`${origin}/issuers/${id}`)
    }
  })

  it.each(['application/jwt', 'application/jwt, application/json'])('signed for Accept: %s', async (accept) => {
    for (const id of ids) {
      const answer = await get(wellKnown('openid-credential-issuer', id), [['Accept', accept]])
      expect(answer.header('content-type')).toBe('application/jwt')
      const { header: head, claims } = readJws(answer.body)!
      expect(head).toMatchObject({
        typ: 'openidvci-issuer-metadata+jwt',
        alg: 'ES256',
        x5c: expect.arrayContaining([expect.any(String)]),
      })
      expect(claims).toMatchObject({ sub: `${origin}/issuers/${id}`, iat: expect.any(Number) })
      expect(claims).toMatchObject(await issuerMetadata(id))
    }
  })
})

describe('4. The device-bound issuer demands key attestations on both proof types', () => {
  it('and offers ES256 for proof and key attestation', async () => {
    const configurations = Object.values(await configurationsOf(deviceBound))
    expect(configurations).toHaveLength(2)
    for (const { proof_types_supported } of configurations) {
      const required = { key_attestations_required: {}, proof_signing_alg_values_supported: ['ES256'] }
      expect(proof_types_supported).toEqual({ jwt: required, attestation: required })
    }
  })

  it('and holds the key attestation to that list of algorithms', async () => {
    const wallet = await createHandWallet(service)
    await wallet.obtainToken()
    const other = generateKey('P-384')
    const keyAttestation = all(header('alg', 'ES384'), signedBy(other))
    const answer = await wallet.requestCredential({ keyAttestation })
    await expectRefusal(wallet, 'credential', answer, {
      status: 400,
      error: 'invalid_proof',
      check: 'vci.key_attestation.alg',
    })
    expect((await wallet.requestCredential()).status).toBe(200)
  })

  it('and the other one demands none; binding methods and proof types come together at both', async () => {
    for (const { proof_types_supported } of Object.values(await configurationsOf('eu-pid-jwt-proof-only')))
      expect(proof_types_supported).toEqual({ jwt: { proof_signing_alg_values_supported: ['ES256'] } })
    for (const id of ids)
      for (const configuration of Object.values(await configurationsOf(id))) {
        expect(Object.keys(configuration.proof_types_supported as object)).not.toEqual([])
        expect(configuration.cryptographic_binding_methods_supported).not.toEqual([])
      }
  })
})

describe('5. Encryption of requests and answers is advertised together, and works as the normal path', () => {
  it.each(ids)('with keys that %s names completely', async (id) => {
    const { credential_request_encryption: request, credential_response_encryption: response } = (await issuerMetadata(
      id,
    )) as Record<string, JsonRecord>
    const { keys } = request!.jwks as { keys: JsonRecord[] }
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys)
      expect(key).toMatchObject({
        kid: expect.stringMatching(/./),
        alg: 'ECDH-ES',
        use: 'enc',
        kty: 'EC',
        crv: 'P-256',
      })
    for (const side of [request, response]) {
      expect(side).toMatchObject({ enc_values_supported: ['A128GCM', 'A256GCM'], encryption_required: false })
      // DEF must work if advertised; it is not.
      expect(side).not.toHaveProperty('zip_values_supported')
    }
    expect(response).toMatchObject({ alg_values_supported: ['ECDH-ES'] })
  })

  covers('A4.44', 'A4.46')
  it.each(ids)('for a wallet that encrypts whatever %s lets it encrypt', async (id) => {
    const send = createNodeClient()
    for (const credential_configuration_id of Object.keys(await configurationsOf(id))) {
      const { created } = await createHandWallet(service, { issuer_configuration_id: id, credential_configuration_id })
      const run = await runAtIssuer({
        deeplink: created.deeplink,
        profile: { encrypt: true },
        http: (request) => send({ ...request, url: request.url.replace(origin, service.baseUrl) }),
      })
      expect(run.reason ?? run.refusal).toBeNull()
      expect(run.credentials).toHaveLength(1)
      const { exchanges, checks } = await viewOf(created.session_id)
      const request = exchanges.find(({ operation }) => operation === 'requestCredential')
      expect(request?.headers['content-type']).toBe('application/jwt')
      expect(request?.response).toMatchObject({ status: 200, content_type: 'application/jwt' })
      expect(checks.credential_request_encrypted).toBe(true)
    }
  })
})

describe('6. Configurations carry what their format calls for', () => {
  it.each(ids)('at %s, each with a scope of its own and names to show', async (id) => {
    const configurations = Object.values(await configurationsOf(id))
    expect(configurations.map(({ format }) => format).sort()).toEqual(['dc+sd-jwt', 'mso_mdoc'])
    for (const configuration of configurations) {
      if (configuration.format === 'mso_mdoc') {
        expect(configuration.doctype).toBe('eu.europa.ec.eudi.pid.1')
        expect(configuration.credential_signing_alg_values_supported).toEqual([-7, -9])
      } else {
        expect(configuration.vct).toBe('urn:eudi:pid:1')
        expect(configuration.credential_signing_alg_values_supported).toEqual(['ES256'])
      }
    }
    const scopes = configurations.map(({ scope }) => scope)
    expect(scopes.every((scope) => typeof scope === 'string' && scope !== '')).toBe(true)
    expect(new Set(scopes).size).toBe(configurations.length)
    expect((await serverMetadata(id)).scopes_supported).toEqual(scopes)
  })

  it.each(ids)('and %s shows logos that need no other service', async (id) => {
    const metadata = await issuerMetadata(id)
    const shown = [metadata, ...Object.values(await configurationsOf(id)).map((one) => one.credential_metadata)]
    const displays = shown.flatMap((one) => (one as { display: JsonRecord[] }).display)
    expect(displays.length).toBeGreaterThan(5)
    for (const display of displays) expect(display.name).toMatch(/\w/)
    const logos = displays.flatMap(({ logo }) => (logo === undefined ? [] : [String((logo as JsonRecord).uri)]))
    expect(logos.length).toBeGreaterThan(0)
    for (const logo of logos) {
      if (logo.startsWith('data:image/')) continue
      expect(logo.startsWith(`${origin}/`)).toBe(true)
      const answer = await get(new URL(logo).pathname)
      expect([answer.status, answer.header('content-type')]).toEqual([200, expect.stringMatching(/^image\//)])
    }
  })
})

describe('7. The authorization server names its endpoints, algorithms and methods, and sends iss', () => {
  it.each(ids)('at %s', async (id) => {
    const base = `${origin}/issuers/${id}`
    const metadata = await serverMetadata(id)
    expect(metadata).toMatchObject({
      pushed_authorization_request_endpoint: `${base}/par`,
      authorization_endpoint: `${base}/authorize`,
      token_endpoint: `${base}/token`,
      code_challenge_methods_supported: ['S256'],
      client_attestation_signing_alg_values_supported: ['ES256'],
      client_attestation_pop_signing_alg_values_supported: ['ES256'],
      authorization_response_iss_parameter_supported: true,
    })
    expect(metadata.dpop_signing_alg_values_supported).toContain('ES256')
    expect(metadata.token_endpoint_auth_methods_supported).toContain('attest_jwt_client_auth')
    const wallet = await createHandCodeWallet(service, { issuer_configuration_id: id })
    const arrival = (await browse(wallet, wallet.authorizeUrl(await wallet.pushed()))).at(-1)
    expect(arrival?.searchParams.get('iss')).toBe(base)
  })
})

describe('8. What wallets of the field send beside the letter is taken', () => {
  it('a redirect_uri of a scheme of their own, and state beside request_uri', async () => {
    const wallet = await createHandCodeWallet(service)
    const redirectUri = 'eu.europa.ec.euidi://authorization'
    const pushed = await wallet.push({ form: (form) => form.set('redirect_uri', redirectUri) })
    expect(pushed.status).toBe(201)
    const url = new URL(wallet.authorizeUrl(String(pushed.object().request_uri)))
    url.searchParams.set('state', wallet.state)
    const arrival = (await browse(wallet, url.href)).at(-1)
    expect(arrival?.href.startsWith(`${redirectUri}?`)).toBe(true)
    expect(arrival?.searchParams.get('state')).toBe(wallet.state)
    const code = arrival?.searchParams.get('code') ?? ''
    const token = await wallet.redeem(code, { form: (form) => form.set('redirect_uri', redirectUri) })
    expect(token.status).toBe(200)
    const accessToken = String(token.object().access_token)
    expect((await wallet.requestCredential({ accessToken })).status).toBe(200)
  })

  it('a client_id in the token request of a pre-authorized code', async () => {
    const wallet = await createHandWallet(service)
    const token = await wallet.requestToken({ form: (form) => form.set('client_id', 'wallet-dev') })
    expect(token.status).toBe(200)
    const accessToken = String(token.object().access_token)
    expect((await wallet.requestCredential({ accessToken })).status).toBe(200)
  })
})

describe('9. DPoP at PAR too, and nonces demanded by the status that libraries understand', () => {
  it('400 at PAR and token, 401 with a challenge at the credential endpoint', async () => {
    const wallet = await createHandCodeWallet(service, { dpop_nonce: 'required' })
    const adopting = (answer: HttpAnswer) => {
      const nonce = answer.header('dpop-nonce')
      expect(nonce).toMatch(/^[\w-]{20,}$/)
      return claim('nonce', nonce)
    }
    const atPar = await wallet.push()
    expectError(atPar, 400, 'use_dpop_nonce')
    const pushed = await wallet.push({ dpop: adopting(atPar) })
    expect(pushed.status).toBe(201)
    const arrival = (await browse(wallet, wallet.authorizeUrl(String(pushed.object().request_uri)))).at(-1)
    const code = arrival?.searchParams.get('code') ?? ''
    const atToken = await wallet.redeem(code)
    expectError(atToken, 400, 'use_dpop_nonce')
    const token = await wallet.redeem(code, { dpop: adopting(atToken) })
    expect(token.status).toBe(200)
    const accessToken = String(token.object().access_token)
    const nonce = await wallet.freshNonce()
    const atCredential = await wallet.requestCredential({ accessToken, nonce })
    expectError(atCredential, 401, 'use_dpop_nonce')
    expect(atCredential.header('www-authenticate')).toMatch(/^DPoP .*error="use_dpop_nonce"/)
    const dpop = adopting(atCredential)
    expect((await wallet.requestCredential({ accessToken, nonce, dpop })).status).toBe(200)
  })

  it('and a proof at PAR binds the code to its key', async () => {
    const wallet = await createHandCodeWallet(service)
    const arrival = (await browse(wallet, wallet.authorizeUrl(await wallet.pushed()))).at(-1)
    const code = arrival?.searchParams.get('code') ?? ''
    const key = generateKey()
    const answer = await wallet.redeem(code, { dpop: all(header('jwk', key.publicJwk), signedBy(key)) })
    expectError(answer, 400, 'invalid_grant')
  })
})

describe('10. The nonce endpoint takes a POST without body and content type', () => {
  it.each(ids)('at %s, and its answer is not to be stored', async (id) => {
    const answer = await http({ method: 'POST', path: `/issuers/${id}/nonce` })
    expect(answer.status).toBe(200)
    expect(answer.header('content-type')).toBe('application/json')
    expect(answer.header('cache-control')).toContain('no-store')
    expect(answer.object()).toEqual({ c_nonce: expect.stringMatching(/^[\w-]{43}$/) })
  })
})

describe('11. Proofs as libraries make them', () => {
  const holderKeysOf = async (wallet: HandWallet): Promise<string[]> => {
    const { keys } = (await get(`/sessions/${wallet.created.session_id}/jwks`)).object()
    return (keys as { kid: string }[]).map(({ kid }) => kid)
  }
  /** Coordinates of the keys that a response's SD-JWT VCs are bound to. */
  const boundTo = (answer: HttpAnswer): unknown[] =>
    (answer.object().credentials as { credential: string }[]).map(({ credential }) => {
      const { claims } = readJws(credential.split('~')[0] ?? '')!
      return (claims.cnf as { jwk: JsonRecord }).jwk.x
    })

  it('a jwt proof with kid as an index and a key attestation, without jwk: that key is verified, bound and recorded', async () => {
    const wallet = await createHandWallet(service)
    wallet.holderKeys.push(generateKey())
    const [first, second] = wallet.holderKeys
    await wallet.obtainToken()
    const byIndex = all(header('jwk', undefined), header('kid', '1'))
    // Index 1 is the second key: a proof signed with the first one does not verify with it.
    const wrong = await wallet.requestCredential({ proof: byIndex })
    await expectRefusal(wallet, 'credential', wrong, {
      status: 400,
      error: 'invalid_proof',
      check: 'vci.proof.jwt.signature',
    })
    const answer = await wallet.requestCredential({ proof: all(byIndex, signedBy(second!)) })
    expect(answer.status).toBe(200)
    expect(boundTo(answer)).toContain(second!.publicJwk.x)
    expect((await holderKeysOf(wallet)).sort()).toEqual([first!.thumbprint, second!.thumbprint].sort())
    expect((await wallet.view()).observed.proofs.at(-1)).toMatchObject({
      key_reference: 'kid_index',
      thumbprint: second!.thumbprint,
      signature_valid: true,
    })
  })

  it('a jwt proof with jwk and key attestation', async () => {
    const wallet = await createHandWallet(service)
    await wallet.obtainToken()
    const answer = await wallet.requestCredential()
    expect(answer.status).toBe(200)
    expect(boundTo(answer)).toEqual([wallet.holderKeys[0]!.publicJwk.x])
    expect(await holderKeysOf(wallet)).toEqual([wallet.holderKeys[0]!.thumbprint])
  })

  it('an attestation proof', async () => {
    const wallet = await createHandWallet(service)
    await wallet.obtainToken()
    const nonce = await wallet.freshNonce()
    const answer = await wallet.requestCredential({
      nonce,
      request: (request) => {
        request.proofs = { attestation: [wallet.keyAttestation(nonce)] }
      },
    })
    expect(answer.status).toBe(200)
    expect(boundTo(answer)).toEqual([wallet.holderKeys[0]!.publicJwk.x])
    expect(await holderKeysOf(wallet)).toEqual([wallet.holderKeys[0]!.thumbprint])
  })

  it('with a key attestation whose x5c holds the leaf only', async () => {
    const wallet = await createHandWallet(service)
    expect(wallet.attester.x5c).toHaveLength(1)
    await wallet.obtainToken()
    expect((await wallet.requestCredential()).status).toBe(200)
    const entry = (await wallet.view()).checks.conformance.find(({ id }) => id === 'vci.key_attestation.x5c')
    expect(entry?.status).toBe('pass')
  })

  it('with iss where the client has a name, and without where it is anonymous', async () => {
    const named = await createHandCodeWallet(service)
    const arrival = (await browse(named, named.authorizeUrl(await named.pushed()))).at(-1)
    const token = await named.redeem(arrival?.searchParams.get('code') ?? '')
    const accessToken = String(token.object().access_token)
    expect((await named.requestCredential({ accessToken, proof: claim('iss', named.clientId) })).status).toBe(200)
    const anonymous = await createHandWallet(service)
    await anonymous.obtainToken()
    expect((await anonymous.requestCredential()).status).toBe(200)
    for (const wallet of [named, anonymous]) {
      const iss = (await wallet.view()).checks.conformance.filter(({ id }) => id.startsWith('vci.proof.jwt.iss'))
      expect(iss.filter(({ status }) => status === 'fail' || status === 'warn')).toEqual([])
    }
  })
})

describe('12. Members of older drafts in the credential request are ignored', () => {
  it.each([
    [
      'SD-JWT VC',
      'urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required',
      { format: 'dc+sd-jwt', vct: 'urn:eudi:pid:1' },
    ],
    [
      'mdoc',
      'urn:eu.europa.ec.eudi:pid:1.mdoc.key-attestation-required',
      { format: 'mso_mdoc', doctype: 'eu.europa.ec.eudi.pid.1' },
    ],
    [
      'SD-JWT VC, asked for as another format',
      'urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required',
      { format: 'mso_mdoc', doctype: 'x' },
    ],
  ])('for an %s', async (_name, credential_configuration_id, members) => {
    const wallet = await createHandWallet(service, { credential_configuration_id })
    await wallet.obtainToken()
    const answer = await wallet.requestCredential({ request: (request) => Object.assign(request, members) })
    expect(answer.status).toBe(200)
    const view = await wallet.view()
    expect(view.observed.issued).toMatchObject([{ credential_configuration_id }])
    const legacy = view.checks.conformance.find(({ id }) => id === 'vci.credential.no_legacy_members')
    expect(legacy).toMatchObject({ status: 'warn', rejected: false })
  })
})

describe('13. Errors are JSON with error, answers carry each credential as a string', () => {
  covers('A2.3', 'A2.4')
  it('at every endpoint, whatever is wrong', async () => {
    for (const id of ids)
      for (const endpoint of ['par', 'token', 'credential', 'notification']) {
        const path = `/issuers/${id}/${endpoint}`
        for (const body of [null, '', '{', 'a.b.c.d.e', 'x=1'])
          for (const type of ['application/json', 'application/jwt', 'application/x-www-form-urlencoded', 'x']) {
            const answer = await http({ method: 'POST', path, body, headers: [['Content-Type', type]] })
            expect([400, 401]).toContain(answer.status)
            expectError(answer, answer.status, String(answer.object().error))
            expect(answer.object().error).toMatch(/^[a-z_]+$/)
          }
      }
  })

  it('also when an encrypted answer was asked for', async () => {
    const { publicJwk } = generateKey()
    const wallet = await createHandWallet(service)
    await wallet.obtainToken()
    const answer = await wallet.requestCredential({
      request: (request) => {
        request.credential_response_encryption = {
          jwk: { ...publicJwk, kid: 'answer', use: 'enc', alg: 'ECDH-ES' },
          enc: 'A256GCM',
        }
        request.proofs = { jwt: ['no proof'] }
      },
    })
    expectError(answer, 400, 'invalid_proof')
  })

  covers('A4.45')
  it.each(ids)('for each configuration of %s', async (id) => {
    for (const credential_configuration_id of Object.keys(await configurationsOf(id))) {
      const wallet = await createHandWallet(service, { issuer_configuration_id: id, credential_configuration_id })
      await wallet.obtainToken()
      const answer = await wallet.requestCredential()
      expect([answer.status, answer.header('content-type')]).toEqual([200, 'application/json'])
      const credentials = answer.object().credentials as JsonRecord[]
      expect(credentials).toHaveLength(1)
      for (const { credential } of credentials) expect(credential).toMatch(/^[A-Za-z0-9_~.-]{500,}$/)
    }
  })
})
