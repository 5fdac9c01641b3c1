import { createHash, generateKeyPairSync, verify, X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { covers } from '@/lib/testing/covers'
import { createHandPresenter, type HandPresenter } from '@/lib/testing/hand-presenter'
import type { Fields, HttpAnswer } from '@/lib/testing/http-client'
import { startService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { decryptJwe } from '@/lib/wallet/jose/jwe'
import { readJws } from '@/lib/wallet/jose/jws'
import { generateKey, privateMember } from '@/lib/wallet/jose/key'
import type { JsonObject } from '@/lib/wallet/json'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

/** How a wallet may and may not fetch the request. */
const service = serviceForTests()
let credential: HeldCredential
beforeAll(async () => {
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  credential = credentials[0] as HeldCredential
})

const mediaType = 'application/oauth-authz-req+jwt'
const wallet = (body: JsonObject = {}) => createHandPresenter(service, credential, body)
const byPost = { request_uri_method: 'post' }
const get = ({ http, requestPath }: HandPresenter) => http({ path: requestPath, headers: [['Accept', mediaType]] })
const formType: Fields = [
  ['Content-Type', 'application/x-www-form-urlencoded'],
  ['Accept', mediaType],
]
const post = ({ http, requestPath }: HandPresenter, body: string | Uint8Array, headers = formType) =>
  http({ method: 'POST', path: requestPath, headers, body })
const statusOf = ({ checks }: PresentationSessionView, id: string): string =>
  checks.conformance.findLast((entry) => entry.id === id)?.status ?? 'none'

function expectRequestObject(answer: HttpAnswer): NonNullable<ReturnType<typeof readJws>> {
  expect({ status: answer.status, type: answer.header('content-type') }).toEqual({ status: 200, type: mediaType })
  expect(answer.header('cache-control')).toBe('no-store')
  const jws = readJws(answer.body)
  if (jws === null) throw new Error('The response is not a JWS.')
  return jws
}

const expectError = (answer: HttpAnswer, status: number, error: string): void =>
  expect({ status: answer.status, error: answer.object().error }).toEqual({ status, error })

describe('the addresses of a session', () => {
  const paths = ['', '/deeplink', '/events', '/report', '/request', '/response', '/refusal'] as const
  const unknown = '6f6c2f5c-5d0e-4f4a-9d8a-0b7f3c1f9e21'
  covers('A7.3')
  it.each(['not-a-uuid', unknown, unknown.toUpperCase()])('N37: %s is nowhere found', async (id) => {
    const { http } = await wallet()
    for (const path of paths) {
      const method = path === '/response' || path === '/refusal' ? 'POST' : 'GET'
      expectError(await http({ method, path: `/openid4vp/sessions/${id}${path}` }), 404, 'vp_session_not_found')
    }
    expectError(await http({ method: 'POST', path: `/openid4vp/sessions/${id}/request` }), 404, 'vp_session_not_found')
  })

  it('N37: an issuance session is not a presentation session', async () => {
    const { http } = await wallet()
    const created = await http({ method: 'POST', path: '/sessions', body: '{}' })
    const path = `/openid4vp/sessions/${created.object().session_id}`
    expectError(await http({ path }), 404, 'vp_session_not_found')
  })

  it.each(['PUT', 'DELETE', 'PATCH'])('N94: %s is 405 with Allow, in its session', async (method) => {
    const presenter = await wallet()
    const request = await presenter.http({ method, path: presenter.requestPath })
    expectError(request, 405, 'method_not_allowed')
    expect(request.header('allow')).toMatch(/GET.*POST/)
    const response = await presenter.http({ method, path: presenter.responsePath })
    expectError(response, 405, 'method_not_allowed')
    expect(response.header('allow')).toBe('POST, OPTIONS')
    expect((await presenter.view()).exchanges.map(({ response: { status } }) => status)).toEqual([405, 405])
  })

  it('N94: OPTIONS is 204', async () => {
    const presenter = await wallet()
    for (const path of [presenter.requestPath, presenter.responsePath, '/openid4vp/response']) {
      const answer = await presenter.http({ method: 'OPTIONS', path })
      expect(answer.status).toBe(204)
      expect(answer.header('access-control-allow-origin')).toBe('*')
    }
  })

  it.each(['requestPath', 'responsePath'] as const)(
    'N96: a slash behind %s is 404 with a hint, on record',
    async (path) => {
      const presenter = await wallet()
      const answer = await presenter.http({ path: `${presenter[path]}/` })
      expectError(answer, 404, 'not_found')
      expect(answer.object().error_description).toMatch(/slash/)
      expect(answer.object()).not.toHaveProperty('error_uri')
      expect((await presenter.view()).exchanges.map(({ response: { status } }) => status)).toEqual([404])
    },
  )
})

describe('a fetch by GET', () => {
  covers('A4.20')
  it('N38: gives a signed request under the certificate that client_id names', async () => {
    const presenter = await wallet()
    const answer = await get(presenter)
    const { header, claims } = expectRequestObject(answer)
    const [leaf] = header.x5c as string[]
    const der = Buffer.from(leaf ?? '', 'base64')
    expect(claims.client_id).toBe(`x509_hash:${createHash('sha256').update(der).digest('base64url')}`)
    const key = { key: new X509Certificate(der).publicKey, dsaEncoding: 'ieee-p1363' } as const
    const [head, body, signature = ''] = answer.body.split('.')
    expect(verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))).toBe(true)
  })

  it('N39: may come again, with the same nonce and state', async () => {
    const presenter = await wallet()
    const [first, second] = [expectRequestObject(await get(presenter)), expectRequestObject(await get(presenter))]
    expect([second.claims.nonce, second.claims.state]).toEqual([first.claims.nonce, first.claims.state])
    const session = await presenter.view()
    expect(session.status).toBe('request_retrieved')
    expect(statusOf(session, 'vp.request.refetch')).toBe('warn')
  })

  it('HEAD gets the header fields alone, and counts as no fetch', async () => {
    const presenter = await wallet()
    const answer = await presenter.http({ method: 'HEAD', path: presenter.requestPath })
    expect({ status: answer.status, type: answer.header('content-type'), body: answer.body }).toEqual({
      status: 200,
      type: mediaType,
      body: '',
    })
    const session = await presenter.view()
    expect(session.status).toBe('created')
    expect(session.events.map(({ type }) => type)).not.toContain('vp_request_retrieved')
    expect(session.observed.request_fetches).toEqual([])
    expect(statusOf(session, 'vp.request.method')).toBe('not_observed')
    expectRequestObject(await get(presenter))
    expect(statusOf(await presenter.view(), 'vp.request.refetch')).toBe('pass')
    expect((await presenter.answer(presenter.payload())).status).toBe(200)
    expect((await presenter.http({ method: 'HEAD', path: presenter.requestPath })).status).toBe(404)
    const answered = await presenter.view()
    expect(answered.observed.request_fetches).toMatchObject([{ method: 'GET' }])
    expect(statusOf(answered, 'vp.request.no_fetch_after_response')).toBe('pass')
  })

  it('N46: once answered, and once expired, there is no request', async () => {
    const presenter = await wallet()
    expect((await presenter.answer(presenter.payload())).status).toBe(200)
    expectError(await get(presenter), 404, 'vp_request_not_found')
    expect((await presenter.view()).status).toBe('presentation_validated')
    const late = await startService()
    try {
      const expired = await createHandPresenter(late, credential, { expires_in: 60 })
      late.advance(61)
      expectError(await get(expired), 404, 'vp_request_expired')
    } finally {
      await late.close()
    }
  })
})

describe('a fetch by POST', () => {
  it.each([
    ['an e-mail address', 'email=a.person%40example.com&wallet_nonce=abc', 'fail'],
    ['a DID for a nonce', 'wallet_nonce=did%3Akey%3Az6MkpTHR8VNs', 'fail'],
    ['a key outside of the metadata', 'holder=%7B%22kty%22%3A%22EC%22%7D', 'fail'],
    [
      'keys in the metadata',
      'wallet_metadata=%7B%22jwks%22%3A%7B%22keys%22%3A%5B%7B%22kty%22%3A%22EC%22%7D%5D%7D%7D',
      'pass',
    ],
    ['a nonce of chance', 'wallet_nonce=9vJ0pZ0x6Jm2qg', 'pass'],
  ])('that holds %s is judged by what it tells of the user', async (_name, body, status) => {
    const presenter = await wallet(byPost)
    await post(presenter, body)
    expect(statusOf(await presenter.view(), 'vp.request.no_pii')).toBe(status)
  })

  covers('A4.21')
  it('N40: echoes wallet_nonce, and remembers it for no later fetch', async () => {
    const presenter = await wallet(byPost)
    const nonce = 'Zk3qT8wYb1LrX6mNc9VsPd'
    expect(expectRequestObject(await post(presenter, `wallet_nonce=${nonce}`)).claims.wallet_nonce).toBe(nonce)
    const deeplink = async () =>
      (await presenter.http({ path: `/openid4vp/sessions/${presenter.created.session_id}/deeplink` })).object()
    const { authorization_request, observed } = await presenter.view()
    expect([authorization_request.wallet_nonce, observed.wallet_nonce]).toEqual([nonce, nonce])
    expect((await deeplink()).authorization_request).toEqual(authorization_request)
    expect(expectRequestObject(await get(presenter)).claims).not.toHaveProperty('wallet_nonce')
    expect((await deeplink()).authorization_request).not.toHaveProperty('wallet_nonce')
  })

  covers('A4.21')
  it.each([
    [
      'JSON',
      '{"wallet_nonce":"abc"}',
      [
        ['Content-Type', 'application/json'],
        ['Accept', mediaType],
      ],
      'vp.reqpost.content_type',
    ],
  ] as const)('N41: %s is served, and on record', async (_name, body, headers, check) => {
    const presenter = await wallet(byPost)
    expectRequestObject(await post(presenter, body, headers))
    expect(statusOf(await presenter.view(), check)).toBe('fail')
  })

  covers('A4.21')
  it('N42: on a session that asks for GET is served, and on record', async () => {
    const presenter = await wallet()
    expectRequestObject(await post(presenter, ''))
    expect(statusOf(await presenter.view(), 'vp.request.method')).toBe('fail')
  })

  const metadata = (changes: JsonObject) =>
    new URLSearchParams({
      wallet_metadata: JSON.stringify({
        vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'] } },
        ...changes,
      }),
    }).toString()

  it('N43: with a key of the wallet gives the request encrypted', async () => {
    const presenter = await wallet(byPost)
    const key = generateKey()
    const jwks = { keys: [{ ...key.publicJwk, kid: 'w', use: 'enc', alg: 'ECDH-ES' }] }
    const answer = await post(presenter, metadata({ jwks }))
    expect(answer.header('content-type')).toBe(mediaType)
    const opened = decryptJwe(answer.body, key)
    expect(opened?.header).toMatchObject({ cty: 'JWT', kid: 'w' })
    expect(readJws(opened?.plaintext ?? '')?.claims.nonce).toBe(presenter.request.nonce)
  })

  it('N44: with a private key is on record without that key', async () => {
    const presenter = await wallet(byPost)
    const key = generateKey()
    const d = privateMember(key)
    const answer = await post(
      presenter,
      metadata({ jwks: { keys: [{ ...key.publicJwk, d, kid: 'w', alg: 'ECDH-ES' }] } }),
    )
    expect(answer.status).toBe(200)
    expect(answer.body).not.toContain(d)
    const session = await presenter.view()
    expect(statusOf(session, 'vp.reqpost.md_jwks_shape')).toBe('fail')
    expect(JSON.stringify(session)).not.toContain(d)
    const stored = service.recorded()
    expect(JSON.stringify(stored)).not.toContain(d)
  })

  it.each([1024, 512])(
    'with an RSA key of %i bits gives the request in the clear, and is on record',
    async (modulusLength) => {
      const presenter = await wallet(byPost)
      const jwk = generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'jwk' })
      expectRequestObject(await post(presenter, metadata({ jwks: { keys: [{ ...jwk, kid: 'w', use: 'enc' }] } })))
      expect(statusOf(await presenter.view(), 'vp.reqpost.encryption_possible')).toBe('fail')
    },
  )

  it('N45: with a jwks_uri is served; nothing goes there', async () => {
    const presenter = await wallet(byPost)
    expectRequestObject(await post(presenter, metadata({ jwks_uri: 'http://169.254.169.254/' })))
  })
})

describe('hostile names', () => {
  it('N95: HTML in claim names and error texts stays text, and findings stay whole', async () => {
    const name = '<img src=x onerror=alert(1)>'
    const presenter = await wallet({
      dcql_query: {
        credentials: [
          { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['<b>vct</b>'] }, claims: [{ path: [name] }] },
        ],
      },
    })
    expect(
      (await presenter.answer({ error: 'access_denied', error_description: name, state: presenter.request.state }))
        .status,
    ).toBe(200)
    const answer = await presenter.http({ path: `/openid4vp/sessions/${presenter.created.session_id}` })
    expect(answer.header('content-type')).toBe('application/json')
    expect(answer.header('x-content-type-options')).toBe('nosniff')
    expect((await presenter.view()).checks.conformance.length).toBeGreaterThan(40)
  })
})
