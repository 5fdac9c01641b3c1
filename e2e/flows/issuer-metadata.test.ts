import { X509Certificate } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { compactVerify, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createGuardedFetch } from '@/lib/adapters/fetch/guarded-fetch'
import type { FetchDocument, FetchError } from '@/lib/core/shared/ports/ports'
import { epochMillis } from '@/lib/core/shared/time/time'
import { covers } from '@/lib/testing/covers'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { pemOf } from '@/lib/testing/https-host'
import { startService, type TestService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { issueSdJwtVc } from '@/lib/wallet/formats/sd-jwt-vc/issue'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createKeyAttester } from '@/lib/wallet/issuer/credential/attester'
import { generateKey, type WalletKey } from '@/lib/wallet/jose/key'

describe('issuer metadata', () => {
  /**
   * Credentials of an issuer that is known by its metadata alone. The issuer listens on the loopback interface, which
   * the service never asks, so the test passes in a guard that allows it.
   */
  const issuerKey = generateKey()
  const publicKey = (key: WalletKey, kid: string) => ({ ...key.publicJwk, kid })
  /** Documents by path; a test changes them. */
  let published: Record<string, object> = {}
  const asked: string[] = []
  /** The error of every fetch, if set. */
  let refused: FetchError | null = null

  const unlessRefused =
    (fetchDocument: FetchDocument): FetchDocument =>
    async (...request) =>
      refused === null ? fetchDocument(...request) : { answered: false, error: refused }

  let server: Server
  let service: TestService
  let issuer: string
  beforeAll(async () => {
    const attester = await createKeyAttester(Date.now())
    const answer: RequestListener = (request, response) => {
      asked.push(String(request.url))
      const document = published[String(request.url)]
      response.writeHead(document ? 200 : 404, { 'Content-Type': 'application/json' }).end(JSON.stringify(document))
    }
    server = createServer(await pemOf(attester, 'issuer.example'), answer)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    issuer = `https://issuer.example:${(server.address() as AddressInfo).port}`
    service = await startService({
      env: { FETCH_ISSUER_METADATA: 'on' },
      fetchDocument: unlessRefused(
        createGuardedFetch({
          now: () => epochMillis(Date.now()),
          resolve: async () => [{ address: '127.0.0.1', family: 4 }],
          isAllowed: () => true,
          authorities: [attester.rootPem],
          timeoutMillis: 20_000,
        }),
      ),
    })
  })
  beforeEach(() => {
    published = {}
    refused = null
    asked.length = 0
  })
  afterAll(async () => {
    await service.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  /** A credential that names its issuer by `iss` and its key by `kid`, without a certificate. */
  function issuedBy(iss: string, key = issuerKey, kid = 'one'): HeldCredential {
    const holderKey = generateKey()
    const now = Math.floor(Date.now() / 1000)
    const payload = { iss, vct: 'urn:eudi:pid:1', iat: now, exp: now + 3600, cnf: { jwk: { ...holderKey.publicJwk } } }
    const disclosable = { family_name: 'Lindqvist' }
    const raw = issueSdJwtVc({
      header: { typ: 'dc+sd-jwt', alg: 'ES256', kid },
      payload,
      disclosable,
      key,
      salt: () => generateKey().thumbprint,
    })
    return {
      format: 'dc+sd-jwt',
      type: payload.vct,
      raw,
      claims: { ...payload, ...disclosable },
      verified: {
        holderThumbprint: holderKey.thumbprint,
        signedBy: 'issuer_metadata',
        chainTrusted: null,
        disclosures: 1,
        expiresAt: payload.exp,
      },
      holderKey,
    }
  }

  const query = {
    id: 'pid',
    format: 'dc+sd-jwt',
    multiple: true,
    meta: { vct_values: ['urn:eudi:pid:1'] },
    claims: [{ path: ['family_name'] }],
  }

  /** Presents one or several credentials that answer the same query. */
  async function present(...credentials: HeldCredential[]) {
    const presenters = await Promise.all(
      credentials.slice(0, 1).map((one) => createHandPresenter(service, one, { dcql_query: { credentials: [query] } })),
    )
    const [presenter] = presenters
    if (presenter === undefined) throw new Error('Nothing to present.')
    const texts = credentials.map((one) => presenter.presentAs(one))
    const answer = await presenter.answer({ ...presenter.payload(), vp_token: { pid: texts } })
    const { checks, events, observed } = await presenter.view()
    return {
      answer,
      checks,
      observed,
      of: (id: string) => checks.conformance.filter((finding) => finding.id === id),
      fetches: events.flatMap(({ type, detail }) => (type === 'vp_issuer_metadata_fetched' ? [detail] : [])),
    }
  }

  it('a credential is verified with the key that its issuer publishes, and the issuer is not trusted for it', async () => {
    const iss = `${issuer}/pid/`
    published = {
      '/.well-known/jwt-vc-issuer/pid': { issuer: iss, jwks_uri: `${issuer}/keys` },
      '/keys': { keys: [publicKey(generateKey(), 'other'), publicKey(issuerKey, 'one')] },
    }
    const { answer, checks, of, fetches } = await present(issuedBy(iss))
    expect(answer.status, answer.body).toBe(200)
    expect(checks).toMatchObject({ presentation_valid: true, signature_valid: true, issuer_trusted: null })
    expect(of('vp.sdjwt.key_resolved')).toMatchObject([{ status: 'pass', actual: 'issuer_metadata' }])
    expect(fetches).toMatchObject([
      {
        document: 'issuer_metadata',
        url: `${issuer}/.well-known/jwt-vc-issuer/pid`,
        status: 200,
        outcome: 'used',
        remembered: false,
      },
      { document: 'jwks_uri', url: `${issuer}/keys`, status: 200, outcome: 'used', remembered: false },
    ])
    expect(asked).toEqual(['/.well-known/jwt-vc-issuer/pid', '/keys'])
  })

  it('a signature of another key than the published one is invalid', async () => {
    const iss = `${issuer}/signature`
    published = {
      '/.well-known/jwt-vc-issuer/signature': { issuer: iss, jwks: { keys: [publicKey(issuerKey, 'one')] } },
    }
    const { answer, checks, of } = await present(issuedBy(iss, generateKey()))
    expect(answer.status).toBe(400)
    expect(checks).toMatchObject({ presentation_valid: false, signature_valid: false, issuer_trusted: null })
    expect(of('vp.sdjwt.key_resolved')).toMatchObject([{ status: 'pass' }])
    expect(of('vp.sdjwt.signature')).toMatchObject([{ status: 'fail' }])
  })

  it('metadata of another issuer, and a key of another name, leave the issuer key unknown, and say why', async () => {
    const iss = `${issuer}/rotten`
    const path = '/.well-known/jwt-vc-issuer/rotten'
    published = { [path]: { issuer, jwks: { keys: [publicKey(issuerKey, 'one')] } } }
    const other = await present(issuedBy(iss))
    expect(other.answer.object()).toMatchObject({
      error: 'invalid_presentation',
      error_description:
        'The issuer key is unknown: the credential has no usable x5c, and no usable key is known for its iss.',
    })
    expect(other.of('vp.sdjwt.key_resolved')).toMatchObject([
      { status: 'fail', actual: { error: expect.stringMatching(/has another issuer/) } },
    ])
    expect(other.checks).toMatchObject({ presentation_valid: false, issuer_trusted: null })
    expect(other.fetches).toMatchObject([{ status: 200, outcome: 'issuer_differs' }])

    // A fetched document is kept for a while, so the next one has another path.
    published = { [`${path}/kid`]: { issuer: `${iss}/kid`, jwks: { keys: [publicKey(issuerKey, 'two')] } } }
    const unnamed = await present(issuedBy(`${iss}/kid`))
    expect(unnamed.of('vp.sdjwt.key_resolved')).toMatchObject([{ status: 'fail', actual: 'kid_unknown' }])

    const missing = await present(issuedBy(`${iss}/missing`))
    expect(missing.fetches).toMatchObject([{ status: 404, outcome: 'status_not_200' }])
    expect(missing.of('vp.sdjwt.key_resolved')).toMatchObject([
      { actual: { error: expect.stringMatching(/did not come with status 200/) } },
    ])
  })

  it('of one answer three issuers are asked, each once; the service itself is not', async () => {
    const of = (name: string) => issuedBy(`${issuer}/${name}`)
    const { answer, fetches, ...view } = await present(of('a'), of('a'), of('b'), of('c'), of('d'))
    expect(answer.status).toBe(400)
    expect(fetches).toHaveLength(3)
    expect([...asked].sort()).toEqual(['a', 'b', 'c'].map((name) => `/.well-known/jwt-vc-issuer/${name}`))
    expect(view.of('vp.sdjwt.key_resolved').at(-1)).toMatchObject({
      actual: { error: expect.stringMatching(/several other issuers were already asked/) },
    })

    const { hostname, port } = new URL(service.baseUrl)
    for (const host of [hostname, `${hostname}.`]) {
      const own = await present(issuedBy(`https://${host}:${port}/issuers/eu-pid-device-bound`))
      expect(own.fetches).toMatchObject([{ status: null, outcome: 'own_host' }])
    }
  })

  it.each(['busy', 'timed_out', 'host_unknown'] as const)(
    'a key that this service did not get in time (%s) blames no wallet',
    async (error) => {
      refused = error
      const late = await present(issuedBy(`${issuer}/${error}`))
      expect(late.answer.status, late.answer.body).toBe(200)
      expect(late.of('vp.sdjwt.key_resolved')).toMatchObject([
        { status: 'not_observed', actual: { because: expect.stringContaining('Issuer key unknown') } },
      ])
      expect(late.checks).toMatchObject({ presentation_valid: null, signature_valid: null, issuer_trusted: null })
      expect(late.observed).toMatchObject({ presentations: [{ read: true, signature_valid: null }] })
      expect(late.checks.conformance.filter(({ status }) => status === 'fail')).toEqual([])
      expect(late.fetches).toMatchObject([{ status: null, outcome: error }])
    },
  )
})

describe('signed metadata', () => {
  const service = serviceForTests()

  const fetchMetadata = (accept: string) =>
    fetch(`${service.baseUrl}/.well-known/openid-credential-issuer/issuers/eu-pid-device-bound`, {
      headers: { accept },
    })

  describe('signed issuer metadata', () => {
    covers('A4.3')
    it('holds every member of the JSON form as a claim and verifies with a leaf under the test root', async () => {
      const plain = await (await fetchMetadata('application/json')).json()
      const response = await fetchMetadata('application/jwt')
      expect(response.headers.get('content-type')).toBe('application/jwt')
      expect(response.headers.get('vary')).toBe('Accept, Accept-Language')
      const token = await response.text()
      const header = decodeProtectedHeader(token)
      expect(header).toMatchObject({ alg: 'ES256', typ: 'openidvci-issuer-metadata+jwt' })

      const chain = (header.x5c ?? []).map((der) => new X509Certificate(Buffer.from(der, 'base64')))
      const root = new X509Certificate(await (await fetch(`${service.baseUrl}/pki/root-ca.pem`)).text())
      const [leaf] = chain
      if (leaf === undefined) throw new Error('no x5c')
      expect(chain.some(({ fingerprint256 }) => fingerprint256 === root.fingerprint256)).toBe(false)
      expect(leaf.subject).not.toBe(leaf.issuer)
      expect(leaf.verify(root.publicKey)).toBe(true)

      const { payload } = await compactVerify(token, leaf.publicKey)
      const { iss, sub, iat, exp, ...claims } = JSON.parse(new TextDecoder().decode(payload))
      expect(claims).toEqual(plain)
      expect(sub).toBe(plain.credential_issuer)
      expect(iss).toBe(plain.credential_issuer)
      expect(exp - iat).toBe(86_400)
    })

    it.each([
      ['application/jwt;q=0.1, application/json', 'application/json'],
      ['application/jwt, application/json', 'application/jwt'],
      ['application/json, application/jwt', 'application/json'],
      ['text/html', 'application/json'],
      ['*/*', 'application/json'],
    ])('answers Accept: %s with %s', async (accept, mediaType) => {
      const response = await fetchMetadata(accept)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe(mediaType)
    })
  })
})
