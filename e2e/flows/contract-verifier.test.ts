import { createHash, X509Certificate } from 'node:crypto'
import { compactVerify, decodeProtectedHeader, importX509 } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import {
  createHttpClient,
  type Fields,
  type HttpAnswer,
  type HttpClient,
  type JsonRecord,
} from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import { dateTimeShape, expectJson, membersOf, randomShape, uuidShape } from '@/lib/testing/shapes'

let service: TestService
let http: HttpClient
beforeAll(async () => {
  service = await startService()
  http = createHttpClient(service.baseUrl)
})
afterAll(async () => {
  http.close()
  await service.close()
})

const json: Fields = [['Content-Type', 'application/json']]
const form: Fields = [['Content-Type', 'application/x-www-form-urlencoded']]
const get = (path: string): Promise<HttpAnswer> => http({ method: 'GET', path })
const create = (request?: JsonRecord): Promise<HttpAnswer> =>
  http({
    method: 'POST',
    path: '/openid4vp/sessions',
    ...(request === undefined ? {} : { body: JSON.stringify(request), headers: json }),
  })
const created = async (request?: JsonRecord): Promise<JsonRecord> => {
  const answer = await create(request)
  expectJson(answer, 201)
  return JSON.parse(answer.body)
}
const sessionPath = (session: JsonRecord, rest = ''): string => `/openid4vp/sessions/${session.session_id}${rest}`

/** Header and claims of a Request Object whose signature was verified with the certificate in its header. */
async function verified(jws: string) {
  const { x5c = [] } = decodeProtectedHeader(jws)
  const certificate = new X509Certificate(Buffer.from(x5c[0] ?? '', 'base64'))
  const { payload, protectedHeader } = await compactVerify(jws, await importX509(certificate.toString(), 'ES256'))
  return { header: protectedHeader, claims: JSON.parse(Buffer.from(payload).toString()), certificate, x5c }
}

const createdMembers = [
  'authorization_request',
  'deeplink',
  'request_delivery',
  'request_uri',
  'request_uri_method',
  'response_mode',
  'response_uri',
  'scheme',
  'session_id',
  'status',
]

describe('POST /openid4vp/sessions', () => {
  covers('A2.18', 'A2.29', 'A4.18')
  it('answers with exactly ten members, and with the defaults when there is no body', async () => {
    const session = await created()
    expect(membersOf(session)).toEqual(createdMembers)
    expect(session).toMatchObject({
      request_delivery: 'by_reference',
      request_uri_method: 'get',
      response_mode: 'direct_post.jwt',
      scheme: 'openid4vp://',
      status: 'created',
    })
    expect(session.session_id).toMatch(uuidShape)
    expect(session.request_uri).toBe(`${service.baseUrl}${sessionPath(session, '/request')}`)
    expect(session.response_uri).toBe(`${service.baseUrl}${sessionPath(session, '/response')}`)
  })

  covers('A2.18', 'A2.19', 'A2.22', 'A2.24', 'A2.25', 'A2.27', 'A2.28')
  it('takes every member of the request, more members too, and sends what was asked for', async () => {
    const request = {
      scheme: 'haip-vp://',
      request_uri_method: 'post',
      request_delivery: 'by_reference',
      response_type: 'vp_token id_token',
      response_mode: 'direct_post',
      presentation_request: { nonce: 'n'.repeat(32), custom: { a: 1 } },
      dcql_query: {
        credentials: [
          { id: 'one', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, claims: [{ path: ['sub'] }] },
        ],
      },
      scopes: ['openid'],
      transaction_data: { type: 'qes', credential_ids: ['one'] },
      verifier_info: [{ format: 'jwt', data: 'x' }],
      whatever: true,
    }
    const session = await created(request)
    expect(membersOf(session)).toEqual(createdMembers)
    const asked = session.authorization_request as JsonRecord
    expect(asked).toMatchObject({
      response_type: 'vp_token id_token',
      response_mode: 'direct_post',
      nonce: 'n'.repeat(32),
      custom: { a: 1 },
      dcql_query: request.dcql_query,
      scope: 'openid',
      verifier_info: request.verifier_info,
      id_token_type: 'subject_signed_id_token',
    })
    const [entry = ''] = asked.transaction_data as string[]
    expect(JSON.parse(Buffer.from(entry, 'base64url').toString())).toEqual(request.transaction_data)
    // A plain response needs no encryption key.
    expect(membersOf(asked.client_metadata as object)).not.toContain('jwks')
    expect(String(session.deeplink)).toMatch(
      /^haip-vp:\/\/\?client_id=x509_hash%3A.*&request_uri_method=post&client_metadata=/,
    )
  })

  it('makes fresh nonce, state and key for each session', async () => {
    const [one, other] = [await created(), await created()]
    const values = [one, other].flatMap(({ authorization_request: request }) => {
      const { nonce, state, client_metadata: metadata } = request as JsonRecord
      return [nonce, state, JSON.stringify((metadata as JsonRecord).jwks)]
    })
    expect(new Set(values).size).toBe(6)
    expect(values[0]).toMatch(randomShape)
    expect(values[1]).toMatch(randomShape)
  })

  covers('A4.18')
  it('refuses a bad member with its pointer and all problems, as 400', async () => {
    const answer = await create({ scheme: 'wallet', response_mode: 'fragment' })
    expectJson(answer, 400)
    expect(JSON.parse(answer.body)).toMatchObject({
      error: 'invalid_deeplink_scheme',
      pointer: '/scheme',
      errors: [{ pointer: '/scheme' }, { pointer: '/response_mode' }],
    })
  })
})

describe('the request object', () => {
  covers('A1.3', 'A4.20', 'A4.21')
  it.each(['GET', 'POST'])('by %s is signed under the certificate whose hash is the client_id', async (method) => {
    const session = await created({ request_uri_method: method.toLowerCase() })
    const sent = method === 'POST' ? { body: 'wallet_nonce=abcdefghijklmnopqrstuv', headers: form } : {}
    const answer = await http({ method, path: sessionPath(session, '/request'), ...sent })
    expect(answer.status).toBe(200)
    expect(answer.header('content-type')).toBe('application/oauth-authz-req+jwt')
    expect(answer.header('cache-control')).toBe('no-store')
    expect(answer.header('access-control-allow-origin')).toBe('*')
    const { header, claims, certificate, x5c } = await verified(answer.body)
    expect(header).toMatchObject({ alg: 'ES256', typ: 'oauth-authz-req+jwt' })
    expect(x5c).toHaveLength(1)
    expect(certificate.issuer).not.toBe(certificate.subject)
    const hash = createHash('sha256').update(certificate.raw).digest('base64url')
    const asked = session.authorization_request as JsonRecord
    expect(claims).toMatchObject({
      ...asked,
      iat: claims.iat,
      client_id: `x509_hash:${hash}`,
      aud: 'https://self-issued.me/v2',
    })
    expect(claims.wallet_nonce).toBe(method === 'POST' ? 'abcdefghijklmnopqrstuv' : undefined)
    expect(claims).not.toHaveProperty('redirect_uri')
    expect(claims.client_metadata).toMatchObject({
      vp_formats_supported: { 'dc+sd-jwt': {}, mso_mdoc: {} },
      encrypted_response_enc_values_supported: ['A128GCM', 'A256GCM'],
      jwks: { keys: [{ kty: 'EC', crv: 'P-256', use: 'enc', alg: 'ECDH-ES', kid: expect.any(String) }] },
    })
    expect(Object.keys(claims.client_metadata.jwks.keys[0]).sort()).toEqual([
      'alg',
      'crv',
      'kid',
      'kty',
      'use',
      'x',
      'y',
    ])
  })

  covers('A2.21')
  it('by value is in the link, and can be fetched nevertheless', async () => {
    const session = await created({ request_delivery: 'by_value' })
    const link = new URLSearchParams(String(session.deeplink).split('?')[1])
    expect([...link.keys()]).toEqual(['client_id', 'request'])
    const { claims } = await verified(link.get('request') ?? '')
    expect(claims).toEqual(session.authorization_request)
    expect((await get(sessionPath(session, '/request'))).status).toBe(200)
  })

  it.each(['by_value', 'by_reference'])('%s has one link, the same text at every reading', async (request_delivery) => {
    const session = await created({ request_delivery })
    const readings = await Promise.all(
      ['', '/deeplink', '', '/deeplink'].map((rest) => get(sessionPath(session, rest))),
    )
    expect(readings.map(({ body }) => JSON.parse(body).deeplink)).toEqual(Array(4).fill(session.deeplink))
    // What makes it so is ours, and no option of the tester.
    expect(JSON.parse(readings[0]?.body ?? '').options).not.toHaveProperty('request_signature')
  })

  covers('A2.20', 'A2.21')
  it('by value may name any request_uri_method, which changes nothing and is told as ignored', async () => {
    for (const request_uri_method of ['post', 'get']) {
      const session = await created({ request_delivery: 'by_value', request_uri_method })
      expect(session).toMatchObject({ request_delivery: 'by_value', request_uri_method })
      const link = new URLSearchParams(String(session.deeplink).split('?')[1])
      expect([...link.keys()]).toEqual(['client_id', 'request'])
      expect((await verified(link.get('request') ?? '')).claims).toEqual(session.authorization_request)
      const { events } = JSON.parse((await get(sessionPath(session))).body)
      expect(events[0].detail.ignored_members).toEqual(['request_uri_method'])
    }
  })

  covers('A2.26')
  it('asks for no scope where scopes is an empty array, whatever presentation_request says', async () => {
    for (const more of [{}, { presentation_request: { scope: 'com.example.pid' } }, { profile: 'haip' }]) {
      const { authorization_request: asked } = await created({ scopes: [], ...more })
      expect(asked).not.toHaveProperty('scope')
      expect(asked).toHaveProperty('dcql_query.credentials')
    }
  })
})

describe('a presentation session', () => {
  covers('A2.30', 'A4.19')
  it('is read back with the six members of the requirement, and more', async () => {
    const session = await created()
    const answer = await get(sessionPath(session))
    expectJson(answer, 200)
    const view = JSON.parse(answer.body)
    expect(membersOf(view)).toEqual(
      expect.arrayContaining(['authorization_request', 'checks', 'events', 'observed', 'session_id', 'status']),
    )
    expect(view).toMatchObject({
      status: 'created',
      authorization_request: session.authorization_request,
      observed: { request_fetches: [], presentations: [], wallet_error: null },
      checks: {
        presentation_valid: null,
        nonce_verified: false,
        holder_binding_verified: false,
        dcql_query_matched: false,
      },
    })
    // Every check of presentations is there, and none of issuance.
    const ids: string[] = view.checks.conformance.map(({ id }: { id: string }) => id)
    expect(ids.length).toBeGreaterThan(150)
    expect(ids.filter((id) => !id.startsWith('vp.'))).toEqual([])
  })

  covers('A4.22', 'A4.25')
  it('gives its deeplink with the request it stands for, and its events in order', async () => {
    const session = await created()
    const link = await get(sessionPath(session, '/deeplink'))
    expectJson(link, 200)
    expect(JSON.parse(link.body)).toEqual({
      deeplink: session.deeplink,
      authorization_request: session.authorization_request,
    })
    await get(sessionPath(session, '/request'))
    const events = JSON.parse((await get(sessionPath(session, '/events'))).body)
    expect(events.map(({ type }: { type: string }) => type)).toEqual([
      'vp_session_created',
      'vp_request_retrieved',
      'presentation_state_changed',
    ])
    for (const event of events) {
      expect(membersOf(event)).toEqual(['at', 'detail', 'type'])
      expect(event.at).toMatch(dateTimeShape)
    }
  })

  covers('A4.19', 'A4.20', 'A4.21', 'A4.22', 'A4.23', 'A4.25')
  it.each([
    ['GET', ''],
    ['GET', '/request'],
    ['POST', '/request'],
    ['GET', '/deeplink'],
    ['GET', '/events'],
    ['POST', '/response'],
  ])('that does not exist is 404 at %s %s', async (method, rest) => {
    const issuance = JSON.parse((await http({ method: 'POST', path: '/sessions' })).body)
    for (const id of ['not-a-uuid', '5f2d5a8e-4d55-4b58-9d0c-6f3f5b2c7d10', issuance.session_id]) {
      const sent = method === 'POST' ? { body: 'state=x', headers: form } : {}
      const answer = await http({ method, path: `/openid4vp/sessions/${id}${rest}`, ...sent })
      expectJson(answer, 404)
      expect(JSON.parse(answer.body)).toMatchObject({ error: 'vp_session_not_found' })
    }
  })

  it('is nothing that the endpoints of issuance know', async () => {
    const session = await created()
    for (const rest of ['', '/offer', '/deeplink', '/jwks', '/events']) {
      expect((await get(`/sessions/${session.session_id}${rest}`)).status).toBe(404)
    }
  })
})

describe('POST /openid4vp/response', () => {
  covers('A4.24')
  it('demands state, and answers 404 to one that nobody has', async () => {
    const send = (body: string) => http({ method: 'POST', path: '/openid4vp/response', body, headers: form })
    const without = await send('vp_token=%7B%7D')
    expectJson(without, 400)
    expect(JSON.parse(without.body)).toMatchObject({ error: 'invalid_request' })
    const unknown = await send('vp_token=%7B%7D&state=nobody')
    expectJson(unknown, 404)
    expect(JSON.parse(unknown.body)).toMatchObject({ error: 'vp_session_not_found' })
  })
})
