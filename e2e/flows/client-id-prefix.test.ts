import { X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { isObject, type JsonObject } from '@/lib/core/shared/values/json'
import { createHttpClient } from '@/lib/testing/http-client'
import { startService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { redOf, verifierSessions } from '@/lib/testing/verifier-sessions'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { readJws } from '@/lib/wallet/jose/jws'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { readRegisteredVerifier } from '@/lib/wallet/verifier/request/registered-verifier'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'
import { fixedShare } from '@/scripts/thorough.mjs'

describe('the prefix of an installation', () => {
  const service = serviceForTests({ env: { VERIFIER_CLIENT_ID_PREFIX: 'x509_san_dns' } })
  let credentials: HeldCredential[]
  const http = createNodeClient()

  beforeAll(async () => {
    credentials = [...(await obtainCredential({ origin: service.baseUrl, http })).credentials]
  })

  async function created(body: object) {
    const response = await fetch(`${service.baseUrl}/openid4vp/sessions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(201)
    return response.json()
  }

  const read = async (id: string) => (await fetch(`${service.baseUrl}/openid4vp/sessions/${id}`)).json()

  describe('a verifier that is known by the name of its host', () => {
    it('asks under that name, which its certificate and its response_uri have', async () => {
      const { authorization_request, deeplink, session_id } = await created({})
      expect(authorization_request.client_id).toBe('x509_san_dns:localhost')
      expect(new URL(authorization_request.response_uri).hostname).toBe('localhost')
      expect(new URL(deeplink).searchParams.get('client_id')).toBe('x509_san_dns:localhost')
      const jwt = await (await fetch(`${service.baseUrl}/openid4vp/sessions/${session_id}/request`)).text()
      const header: unknown = JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString())
      const x5c = isObject(header) && Array.isArray(header.x5c) ? header.x5c : []
      expect(new X509Certificate(Buffer.from(String(x5c[0]), 'base64')).subjectAltName).toContain('DNS:localhost')
    })

    it.each(['direct_post', 'direct_post.jwt'])(
      'takes a presentation for that audience by %s',
      async (response_mode) => {
        const { deeplink, session_id } = await created({ response_mode })
        const run = await runAtVerifier({ deeplink, credentials, http })
        expect(run.outcome).toBe('presented')
        const { status, checks } = await read(session_id)
        expect(status).toBe('presentation_validated')
        const audience = checks.conformance.find(({ id }: { id: string }) => id === 'vp.kb.aud')
        expect(audience).toMatchObject({ status: 'pass' })
      },
    )

    it('refuses a presentation for another audience', async () => {
      const { deeplink } = await created({})
      const run = await runAtVerifier({ deeplink, credentials, http, misbehave: 'vp.kb.aud' })
      expect(run.outcome).toBe('refused_by_verifier')
    })

    it.each(['client_id_unknown_prefix', 'client_id_wrong_hash', 'client_id_origin_prefix', 'client_id_mismatch'])(
      'can be wrong about who it is: %s',
      async (negative_test) => {
        const { deeplink } = await created({ negative_test })
        const run = await runAtVerifier({ deeplink, credentials, http })
        expect(run.outcome).not.toBe('presented')
      },
    )
  })
})

describe('the prefix of a session', () => {
  const service = serviceForTests()
  const { http } = service
  let held: HeldCredential[]
  beforeAll(async () => {
    const from = { origin: service.baseUrl, http: createNodeClient() }
    const sdJwt = await obtainCredential(from)
    const mdoc = await obtainCredential({ ...from, format: 'mso_mdoc' })
    held = [...sdJwt.credentials, ...mdoc.credentials]
  })
  const { post, create, read } = verifierSessions(() => http)

  const root = () => service.container.ports.rootCertificate.pem
  async function present(body: JsonObject, more: object = {}) {
    const { session_id, deeplink } = await create(body)
    const { client_registration } = await read(session_id)
    const registered = readRegisteredVerifier(client_registration)
    const run = await runAtVerifier({
      deeplink,
      credentials: held,
      clock: service.now,
      attestationIssuers: [root()],
      registeredVerifiers: registered === null ? [] : [registered],
      ...more,
    })
    return { run, deeplink, session: await read(session_id) }
  }

  const asked = {
    x509_hash: /^x509_hash:[\w-]{43}$/,
    x509_san_dns: /^x509_san_dns:localhost$/,
    verifier_attestation: /^verifier_attestation:localhost$/,
    decentralized_identifier: /^decentralized_identifier:did:jwk:[\w-]+$/,
    redirect_uri: /^redirect_uri:http:\/\/localhost:\d+\/openid4vp\/sessions\/[\w-]+\/response$/,
    pre_registered: /^wallet-capture$/,
  }
  const withName = (prefix: string): JsonObject => ({
    client_id_prefix: prefix,
    ...(prefix === 'pre_registered' ? { registered_client_id: 'wallet-capture' } : {}),
  })
  const mdocQuery = {
    dcql_query: {
      credentials: [
        {
          id: 'pid',
          format: 'mso_mdoc',
          meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' },
          claims: [{ path: ['eu.europa.ec.eudi.pid.1', 'family_name'] }],
        },
      ],
    },
  }

  describe('a verifier that is known by', () => {
    it.each(Object.entries(asked))(
      '%s is resolved, and its full client id is the audience',
      async (prefix, clientId) => {
        const { run, session } = await present(withName(prefix))
        expect(run.outcome, run.reason ?? '').toBe('presented')
        expect(redOf(session)).toEqual([])
        expect(session.authorization_request.client_id).toMatch(clientId)
        expect(session.options).toMatchObject(withName(prefix))
        expect(session.status).toBe('presentation_validated')
        const audience = session.checks.conformance.find(({ id }) => id === 'vp.kb.aud')
        expect(audience).toMatchObject({ status: 'pass' })
      },
    )

    /** The test above and the campaign `european_prefixes` resolve each prefix: a share is enough for the variants. */
    const some = fixedShare(Object.keys(asked))

    it.each(some)('%s is in the transcript of an mdoc', async (prefix) => {
      const { run, session } = await present({ ...withName(prefix), ...mdocQuery })
      expect([run.outcome, redOf(session)], run.reason ?? '').toEqual(['presented', []])
    })

    it.each(some)('%s asks by value and by POST too', async (prefix) => {
      const byValue = await present({ ...withName(prefix), request_delivery: 'by_value' })
      const byPost = await present({ ...withName(prefix), request_uri_method: 'post' })
      expect([byValue, byPost].map(({ run }) => run.outcome)).toEqual(['presented', 'presented'])
      expect([byValue, byPost].map(({ session }) => redOf(session))).toEqual([[], []])
    })

    it('nothing in particular keeps the setting of the installation, and no word of it', async () => {
      const { session } = await present({})
      expect(session.authorization_request.client_id).toMatch(asked.x509_hash)
      for (const member of ['client_id_prefix', 'registered_client_id', 'did_method', 'verifier_attestation'])
        expect(session.options).not.toHaveProperty(member)
      expect(session).not.toHaveProperty('client_registration')
    })
  })

  describe('a DID of the method web', () => {
    const body = { client_id_prefix: 'decentralized_identifier', did_method: 'web' }

    it('is resolved by its document, and the fetch is inferred to be of the session', async () => {
      // With several sessions open at once, a fetch could belong to any of them.
      service.advance(61)
      const { run, session } = await present(body)
      expect(run.outcome, run.reason ?? '').toBe('presented')
      expect(redOf(session)).toEqual([])
      expect(session.authorization_request.client_id).toBe(
        `decentralized_identifier:did:web:localhost%3A${new URL(service.baseUrl).port}:openid4vp:verifier`,
      )
      expect(session.events.filter(({ type }) => type === 'vp_did_document_fetched')).toMatchObject([
        { detail: { document: 'did' } },
      ])
      const fetched = session.exchanges.find(({ operation }) => operation === 'getVerifierDid')
      expect(fetched).toMatchObject({ correlation: 'inferred' })
    })

    it('is of nobody whose session has another prefix', async () => {
      const { session_id } = await create({})
      await http({ path: `/openid4vp/sessions/${session_id}/request` })
      for (const path of [
        '/openid4vp/verifier/did.json',
        '/openid4vp/verifier/jwks.json',
        '/verifier-attestations/jwks.json',
      ])
        expect((await http({ path })).status).toBe(200)
      expect((await read(session_id)).events.map(({ type }) => type)).not.toContain('vp_did_document_fetched')
    })
  })

  describe('a verifier attestation', () => {
    it('is signed by the published key, for the key that signs the request, until the session ends', async () => {
      const { session_id, authorization_request } = await create({ client_id_prefix: 'verifier_attestation' })
      const object = readJws((await http({ path: `/openid4vp/sessions/${session_id}/request` })).body)
      const attestation = readJws(String(object?.header.jwt))
      expect(object?.header).not.toHaveProperty('x5c')
      expect(attestation?.header.typ).toBe('verifier-attestation+jwt')
      expect(attestation?.claims).toMatchObject({
        iss: `${service.baseUrl}/verifier-attestations`,
        sub: 'localhost',
        exp: authorization_request.exp,
        cnf: { jwk: { kty: 'EC' } },
      })
      const { keys } = (await http({ path: '/verifier-attestations/jwks.json' })).object() as { keys: JsonObject[] }
      expect(keys[0]?.x5c).toEqual(attestation?.header.x5c)
    })

    it('is refused by a wallet that trusts no issuer of them', async () => {
      const { run } = await present({ client_id_prefix: 'verifier_attestation' }, { attestationIssuers: [] })
      expect([run.outcome, run.reason]).toEqual(['stopped_by_wallet', expect.stringMatching(/^invalid_client: /)])
    })
  })

  describe('an unsigned request', () => {
    it('stands in the link, parameter by parameter', async () => {
      const { deeplink } = await create({ client_id_prefix: 'redirect_uri', request_delivery: 'by_value' })
      const parameters = new URL(deeplink.replace('openid4vp://', 'https://wallet.example/')).searchParams
      expect(parameters.get('client_id')).toBe(`redirect_uri:${parameters.get('response_uri')}`)
      expect(JSON.parse(parameters.get('dcql_query') ?? '')).toHaveProperty('credentials')
      for (const left of ['request', 'request_uri', 'aud', 'iat', 'exp']) expect(parameters.has(left)).toBe(false)
    })

    it('is under alg none by reference', async () => {
      const { session_id } = await create({ client_id_prefix: 'redirect_uri' })
      const text = (await http({ path: `/openid4vp/sessions/${session_id}/request` })).body
      expect(readJws(text)).toMatchObject({ header: { alg: 'none' }, signature: Buffer.alloc(0) })
      expect(text).toMatch(/\.$/)
    })
  })

  describe('a registered verifier', () => {
    it('sends no metadata, and its session says what to register', async () => {
      const { session_id, authorization_request } = await create(withName('pre_registered'))
      expect(authorization_request).not.toHaveProperty('client_metadata')
      expect(authorization_request.response_mode).toBe('direct_post')
      const { keys } = (await http({ path: '/openid4vp/verifier/jwks.json' })).object() as { keys: JsonObject[] }
      expect((await read(session_id)).client_registration).toMatchObject({
        client_id: 'wallet-capture',
        jwks: { keys: [{ kid: keys[0]?.kid, x: keys[0]?.x }] },
        client_metadata: { vp_formats_supported: {} },
      })
    })

    it('is refused by a wallet that has not registered it', async () => {
      const { run } = await present(withName('pre_registered'), { registeredVerifiers: [] })
      expect([run.outcome, run.reason]).toEqual(['stopped_by_wallet', expect.stringMatching(/^invalid_request: /)])
    })
  })

  describe('what cannot be asked for', () => {
    it.each<[string, JsonObject, string]>([
      ['another word', { client_id_prefix: 'openid_federation' }, '/client_id_prefix'],
      ['another prefix under HAIP', { client_id_prefix: 'x509_san_dns', profile: 'haip' }, '/client_id_prefix'],
      ['a registered verifier under HAIP', { ...withName('pre_registered'), profile: 'haip' }, '/client_id_prefix'],
      [
        'an unsigned link under HAIP',
        { negative_test: 'redirect_uri_not_https', profile: 'haip' },
        '/client_id_prefix',
      ],
      [
        'another prefix under European trust',
        { client_id_prefix: 'redirect_uri', trust_framework: 'eu' },
        '/client_id_prefix',
      ],
      ['a registered verifier without its name', { client_id_prefix: 'pre_registered' }, '/registered_client_id'],
      ['half a character', { ...withName('pre_registered'), registered_client_id: 'a\ud800' }, '/registered_client_id'],
      [
        'a control character',
        { ...withName('pre_registered'), registered_client_id: 'a\u001bb' },
        '/registered_client_id',
      ],
      [
        'a name that turns the text around it',
        { ...withName('pre_registered'), registered_client_id: 'a\u202eb' },
        '/registered_client_id',
      ],
      ['a name with a colon', { ...withName('pre_registered'), registered_client_id: 'a:b' }, '/registered_client_id'],
      [
        'a registered verifier with a key',
        { ...withName('pre_registered'), response_mode: 'direct_post.jwt' },
        '/response_mode',
      ],
      [
        'a registered verifier with metadata',
        { ...withName('pre_registered'), presentation_request: { client_metadata: {} } },
        '/presentation_request/client_metadata',
      ],
      ['a DID of another method', { client_id_prefix: 'decentralized_identifier', did_method: 'key' }, '/did_method'],
      [
        'a wrong signature without one',
        { client_id_prefix: 'redirect_uri', negative_test: 'bad_signature' },
        '/negative_test',
      ],
    ])('is %s', async (_what, body, pointer) => {
      const answer = await post('/openid4vp/sessions', body)
      expect([answer.status, answer.object().error, answer.object().pointer]).toEqual([400, 'invalid_request', pointer])
    })

    it('is a DNS name where the host is an address', async () => {
      const numbered = await startService({ env: { BASE_URL: 'http://127.0.0.1:3999' } })
      const client = createHttpClient(numbered.baseUrl)
      const ask = (path: string, body: JsonObject) =>
        client({ method: 'POST', path, headers: [['Content-Type', 'application/json']], body: JSON.stringify(body) })
      const named = await ask('/openid4vp/sessions', { client_id_prefix: 'x509_san_dns' })
      expect([named.status, named.object().pointer]).toEqual([400, '/client_id_prefix'])
      const web = await ask('/openid4vp/sessions', { client_id_prefix: 'decentralized_identifier', did_method: 'web' })
      expect([web.status, web.object().pointer]).toEqual([400, '/did_method'])
      const campaign = await ask('/campaigns', {
        campaign: 'european_prefixes',
        wallet: { name: 'Test Wallet', version: '1.0' },
      })
      const { steps } = campaign.object() as { steps: { preset: string }[] }
      const presets = steps.map(({ preset }) => preset)
      expect(presets).toContain('verifier_attestation')
      for (const preset of ['x509_san_dns', 'san_dns_mismatch', 'san_dns_foreign_host'])
        expect(presets).not.toContain(preset)
      client.close()
      await numbered.close()
    })
  })
})
