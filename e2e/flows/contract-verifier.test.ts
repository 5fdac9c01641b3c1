import { createHash, X509Certificate } from 'node:crypto'
import { compactVerify, decodeProtectedHeader, importX509 } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { verifierFlow } from '@/components/inspector/model/flows/verifier'
import { toInspectedPresentation } from '@/components/inspector/model/flows/verifier-exchanges'
import { tabTitle } from '@/components/inspector/model/session-state'
import { sessionRow } from '@/components/runs/run-row'
import { verifierStands } from '@/lib/core/verifier/evidence/verifier-standing'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { covers } from '@/lib/testing/covers'
import type { Fields, HttpAnswer, JsonRecord } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { dateTimeShape, expectJson, membersOf, randomShape, uuidShape } from '@/lib/testing/shapes'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { isObject, type JsonObject } from '@/lib/wallet/json'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier, type VerifierOptions } from '@/lib/wallet/verifier/run-at-verifier'

describe('the verifier', () => {
  const service = serviceForTests()
  const { http } = service

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

  /** Header and claims of a Request Object, verified with the certificate in its header. */
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

    it.each(['by_value', 'by_reference'])(
      '%s has one link, the same text at every reading',
      async (request_delivery) => {
        const session = await created({ request_delivery })
        const readings = await Promise.all(
          ['', '/deeplink', '', '/deeplink'].map((rest) => get(sessionPath(session, rest))),
        )
        expect(readings.map(({ body }) => JSON.parse(body).deeplink)).toEqual(Array(4).fill(session.deeplink))
        // The service chose these values; they are no options of the tester.
        expect(JSON.parse(readings[0]?.body ?? '').options).not.toHaveProperty('request_signature')
      },
    )

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
      // All presentation checks are listed, and no issuance check.
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
})

describe('the states of a presentation', () => {
  /** Presentations in every status. */
  const service = serviceForTests()
  const { http } = service
  let credentials: HeldCredential[]
  const send = createNodeClient()
  beforeAll(async () => {
    credentials = [...(await obtainCredential({ origin: service.baseUrl, http: send })).credentials]
  })

  async function created(body: JsonObject): Promise<JsonRecord> {
    const answer = await http({
      method: 'POST',
      path: '/openid4vp/sessions',
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify(body),
    })
    expectJson(answer, 201)
    return answer.object()
  }
  const pathOf = ({ session_id }: JsonRecord, rest = ''): string => `/openid4vp/sessions/${session_id}${rest}`
  const present = (session: JsonRecord, options: Partial<VerifierOptions> = {}) =>
    runAtVerifier({ deeplink: String(session.deeplink), credentials, http: send, ...options })
  const stateOf = ({ authorization_request: request }: JsonRecord): string =>
    isObject(request) ? String(request.state) : ''

  /** How a session reaches each status. */
  const ways: readonly (readonly [status: string, body: JsonObject, go: (session: JsonRecord) => Promise<unknown>])[] =
    [
      ['created', {}, async () => {}],
      ['request_retrieved', {}, (session) => http({ path: pathOf(session, '/request') })],
      ['awaiting_redirect', { profile: 'haip' }, (session) => present(session, { profile: { followRedirect: false } })],
      ['presentation_validated', {}, (session) => present(session)],
      ['presentation_invalid', {}, (session) => present(session, { misbehave: 'vp.kb.nonce' })],
      ['wallet_error', {}, (session) => present(session, { profile: { consent: 'denied' } })],
      [
        'code_received',
        { response_type: 'code', response_mode: 'direct_post' },
        (session) =>
          http({
            method: 'POST',
            path: pathOf(session, '/response'),
            headers: [['Content-Type', 'application/x-www-form-urlencoded']],
            body: new URLSearchParams({ code: 'a-code', state: stateOf(session) }).toString(),
          }),
      ],
      [
        'request_refused',
        { negative_test: 'bad_signature' },
        async (session) => {
          await http({ path: pathOf(session, '/request') })
          await http({
            method: 'POST',
            path: pathOf(session, '/refusal'),
            headers: [['Content-Type', 'application/json']],
            body: JSON.stringify({ shown: 'error' }),
          })
        },
      ],
      ['expired', { expires_in: 60 }, async () => service.advance(61)],
    ]

  describe('a presentation session', () => {
    covers('A2.6', 'A2.30', 'A3.1', 'A4.19', 'A4.25', 'A6.1')
    it.each(ways)('that is %s is read back with its six members, and its events in order', async (status, body, go) => {
      const session = await created(body)
      await go(session)
      const answer = await http({ path: pathOf(session) })
      expectJson(answer, 200)
      const view = answer.object()
      expect(view).toMatchObject({
        session_id: expect.stringMatching(uuidShape),
        status,
        // The Request Object is signed anew for each delivery.
        authorization_request: { ...(session.authorization_request as JsonObject), iat: expect.any(Number) },
        observed: expect.any(Object),
        checks: expect.any(Object),
        events: expect.any(Array),
      })
      const events = view.events as JsonRecord[]
      for (const event of events) {
        expect(membersOf(event)).toEqual(['at', 'detail', 'type'])
        expect(event.at).toMatch(dateTimeShape)
        expect([typeof event.type, isObject(event.detail)]).toEqual(['string', true])
      }
      const times = events.map(({ at }) => String(at))
      expect(times).toEqual(times.toSorted())
      const listed = await http({ path: pathOf(session, '/events') })
      expectJson(listed, 200)
      expect(listed.json()).toEqual(events)
      // One event for each status that was reached.
      const changes = events.filter(({ type }) => type === 'presentation_state_changed')
      const { state } = (changes.at(-1)?.detail ?? { state: 'created' }) as JsonRecord
      if (status !== 'expired') expect(state).toBe(status)
    })

    it.each(ways)(
      'that is %s is called by its outcome in title, pill and list, in the words of the core',
      async (status, body, go) => {
        const session = await created(body)
        await go(session)
        const view = (await http({ path: pathOf(session) })).object() as unknown as PresentationSessionView
        const { sentence, detail } = view.outcome
        const inspected = toInspectedPresentation(view)
        expect(tabTitle(inspected, 'x').startsWith(`${sentence}: `)).toBe(true)
        expect(sessionRow(inspected, verifierFlow, { kind: 'presentation', wallet: null }).words).toBe(sentence)
        const ofState = { created: 'Waiting for a scan', wallet_error: 'The wallet declined' }[status as string]
        const words = ofState ?? verifierStands[inspected.status].words
        const unreached = status === 'expired' ? 'Expired, never reached' : words
        expect(`${sentence}, ${detail}`).toContain(unreached)
        expect(view.outcome.over).toBe(
          ['presentation_validated', 'presentation_invalid', 'wallet_error', 'code_received', 'expired'].includes(
            status,
          ),
        )
      },
    )

    covers('A1.4')
    it.each([
      [{}, 2],
      [{ request_uri_method: 'post' }, 2],
      [{ request_delivery: 'by_value' }, 1],
      [{ request_delivery: 'by_value', request_uri_method: 'post' }, 1],
      [{ profile: 'haip' }, 3],
    ])('holds each request of the wallet, in the order of the wallet: %o', async (body, count) => {
      const session = await created(body)
      // Requests are a second apart, so that their order is unambiguous.
      const run = await present(session, {
        http: (wire) => {
          service.advance(1)
          return send(wire)
        },
      })
      expect(run.outcome).toBe('presented')
      const { exchanges } = (await http({ path: pathOf(session) })).object() as {
        exchanges: { method: string; path: string; response: { status: number } }[]
      }
      const sent = run.log.map(({ method, url, status }) => `${method} ${new URL(url).pathname} ${status}`)
      expect(exchanges.map(({ method, path, response }) => `${method} ${path} ${response.status}`)).toEqual(sent)
      expect(sent).toHaveLength(count)
    })

    covers('A2.29')
    it.each([
      { request_uri_method: 'get' },
      { request_uri_method: 'post' },
      { request_delivery: 'by_value' },
      { request_delivery: 'by_value', request_uri_method: 'get' },
      { request_delivery: 'by_value', request_uri_method: 'post' },
    ])('is created with exactly ten members, a request_uri among them always: %o', async (body) => {
      const session = await created(body)
      expect(membersOf(session)).toEqual([
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
      ])
      expect(session).toMatchObject(body)
      expect(session.request_uri).toBe(`${service.baseUrl}${pathOf(session, '/request')}`)
    })
  })
})
