import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifierFlow } from '@/components/inspector/model/flows/verifier'
import { toInspectedPresentation } from '@/components/inspector/model/flows/verifier-exchanges'
import { tabTitle } from '@/components/inspector/model/session-state'
import { sessionRow } from '@/components/runs/run-row'
import { verifierStands } from '@/lib/core/verifier/evidence/verifier-standing'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { covers } from '@/lib/testing/covers'
import { createHttpClient, type HttpClient, type JsonRecord } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import { dateTimeShape, expectJson, membersOf, uuidShape } from '@/lib/testing/shapes'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { isObject, type JsonObject } from '@/lib/wallet/json'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier, type VerifierOptions } from '@/lib/wallet/verifier/run-at-verifier'

/** Presentations in every status. */
let service: TestService
let http: HttpClient
let credentials: HeldCredential[]
const send = createNodeClient()
beforeAll(async () => {
  service = await startService()
  http = createHttpClient(service.baseUrl)
  credentials = [...(await obtainCredential({ origin: service.baseUrl, http: send })).credentials]
})
afterAll(async () => {
  http.close()
  await service.close()
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
const ways: readonly (readonly [status: string, body: JsonObject, go: (session: JsonRecord) => Promise<unknown>])[] = [
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
      // The request object is signed again for each delivery.
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
    // An event reports each status that was reached.
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
      const { words } = status === 'created' ? { words: 'Waiting for a scan' } : verifierStands[inspected.status]
      const unreached = status === 'expired' ? 'Expired, never reached' : words
      expect(`${sentence}, ${detail}`).toContain(unreached)
      expect(view.outcome.over).toBe(
        ['presentation_validated', 'presentation_invalid', 'wallet_error', 'code_received', 'expired'].includes(status),
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
