import { type APIRequestContext, expect, type Page } from 'playwright/test'

/** Members of `POST /sessions`; the tests use the flow without a browser by default. */
export type SessionRequest = Readonly<Record<string, unknown>>

/** Creates a session through the public API and returns its id. */
export async function createSession(request: APIRequestContext, members: SessionRequest = {}): Promise<string> {
  const answer = await request.post('/sessions', { data: { flow: 'pre_authorized_code', ...members } })
  expect(answer.status()).toBe(201)
  const { session_id: id } = await answer.json()
  return id
}

/** Starts the built-in wallet against a session without using a page, like a phone. */
export async function runWallet(request: APIRequestContext, sessionId: string, misbehaviour?: string): Promise<void> {
  const form: Record<string, string> =
    misbehaviour === undefined ? { run: 'clean' } : { run: 'fault', fault: misbehaviour }
  const answer = await request.post(`/inspect/issuance/${sessionId}/wallet`, { form, maxRedirects: 0 })
  expect(answer.status()).toBe(303)
}

/** A session whose credential request has been answered. */
export async function finishedSession(
  request: APIRequestContext,
  misbehaviour?: string,
  members: SessionRequest = {},
): Promise<string> {
  const id = await createSession(request, members)
  await runWallet(request, id, misbehaviour)
  await expect
    .poll(
      async () => {
        const session = await (await request.get(`/sessions/${id}`)).json()
        return session.status
      },
      { timeout: 45_000 },
    )
    .toMatch(/^credential_(accepted|rejected|requested)$/)
  return id
}

/** Makes a session once for all tests of a worker; none of them may change it. */
export function once(make: (request: APIRequestContext) => Promise<string>): typeof make {
  let made: string | undefined
  return async (request) => {
    made ??= await make(request)
    return made
  }
}

/** A session without a failure, and one whose key proof names another audience. */
export const passedSession = once((request) => finishedSession(request))
export const failedSession = once((request) => finishedSession(request, 'vci.proof.jwt.aud', plainProof))

/** Limit for the page of a finished session, before compression. */
export const pageBytesMax = 171_000

export const inspector = (sessionId: string): string => `/inspect/issuance/${sessionId}`

/** A plain-proof session, in which misbehaviours of the key proof can be shown. */
export const plainProof: SessionRequest = { issuer_configuration_id: 'eu-pid-jwt-proof-only' }

export const presentationInspector = (sessionId: string): string => `/inspect/presentation/${sessionId}`

/** Creates a presentation session through the public API and returns its id. */
export async function createPresentation(
  request: APIRequestContext,
  members: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const answer = await request.post('/openid4vp/sessions', { data: members })
  expect(answer.status()).toBe(201)
  const { session_id: id } = await answer.json()
  return id
}

/** A presentation answered by the built-in wallet with a freshly obtained credential. */
export async function answeredPresentation(
  request: APIRequestContext,
  misbehaviour?: string,
  members: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const id = await createPresentation(request, members)
  const form: Record<string, string> =
    misbehaviour === undefined ? { run: 'clean' } : { run: 'fault', fault: misbehaviour }
  const started = await request.post(`${presentationInspector(id)}/wallet`, { form, maxRedirects: 0 })
  expect(started.status()).toBe(303)
  await expect
    .poll(async () => (await (await request.get(`/openid4vp/sessions/${id}`)).json()).status, { timeout: 45_000 })
    .toMatch(/^(presentation_validated|presentation_invalid|wallet_error)$/)
  return id
}

/** A presentation without a failure, and one bound to another nonce. */
export const passedPresentation = once((request) => answeredPresentation(request))
export const failedPresentation = once((request) => answeredPresentation(request, 'vp.kb.nonce'))

/** Waits until the browser lists the shown session among its runs: leaving earlier means not having opened it. */
export async function remembered(page: Page): Promise<void> {
  const [id = ''] = /[^/]+$/.exec(new URL(page.url()).pathname) ?? []
  await expect.poll(() => page.evaluate(() => JSON.stringify(window.localStorage))).toContain(id)
}

/** A query that this service's PID cannot answer, so the wallet declines. */
const unanswerable = {
  dcql_query: {
    credentials: [
      {
        id: 'pid',
        format: 'dc+sd-jwt',
        meta: { vct_values: ['urn:eudi:pid:1'] },
        claims: [{ path: ['age_equal_or_over', '18'] }],
      },
    ],
  },
}

export const declinedPresentation = once((request) => answeredPresentation(request, undefined, unanswerable))

export const mdocOnly = {
  dcql_query: {
    credentials: [
      {
        id: 'mdoc',
        format: 'mso_mdoc',
        meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' },
        claims: [
          { path: ['eu.europa.ec.eudi.pid.1', 'family_name'] },
          { path: ['eu.europa.ec.eudi.pid.1', 'birth_date'] },
        ],
      },
    ],
  },
}
