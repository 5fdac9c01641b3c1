import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { verifierDeviations } from '@/lib/core/verifier/deviations'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { type HttpRequest, jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { verifierSessions } from '@/lib/testing/verifier-sessions'
import { presentationMisbehaviours } from '@/lib/wallet/misbehaviours/verifier/registry'
import { fixedShare } from '@/scripts/thorough.mjs'

/**
 * Whether a wallet went on with a request that it should refuse depends on whether it presented anything, never on how it
 * sent that. Only silence, an error response or a report is a refusal.
 */
const service = serviceForTests()
const { http } = service
const { create, read } = verifierSessions(() => http)

/** Those whose request a wallet gets that reads no list and sends neither nonce nor key: others are untested. */
const refusals = verifierDeviations.filter(
  ({ expects, channels, needsWalletNonce, needsWalletJwks, reached, needsHttps, needsHostName }) =>
    expects === 'refusal' &&
    channels.includes('url') &&
    ![needsWalletNonce, needsWalletJwks, reached, needsHttps, needsHostName].some((one) => one !== undefined),
)

/** Members of a session with this test, and whatever else it needs. */
const testing = (id: string): JsonObject => ({
  ...(presentationMisbehaviours.find(
    ({ id: name, needs }) => /^vp\.negative\.rejected\b/.test(name) && needs?.sessionOptions?.negative_test === id,
  )?.needs?.sessionOptions as JsonObject | undefined),
  negative_test: id,
})

const token = JSON.stringify({ pid: ['eyJhbGciOiJFUzI1NiJ9.e30.AAAA~'] })
type Sent = Readonly<Record<string, string>>
const typed = (path: string, type: string, body: string, method = 'POST'): HttpRequest => ({
  method,
  path,
  headers: [['Content-Type', type]],
  body,
})
const form = (path: string, sent: Sent, method = 'POST') =>
  typed(path, 'application/x-www-form-urlencoded', new URLSearchParams(sent).toString(), method)

/** Ways to present something: each request, by the path of the response_uri and the state. */
const ways: Readonly<Record<string, (path: string, state: Sent) => HttpRequest>> = {
  'in a plain form': (path, state) => form(path, { vp_token: token, ...state }),
  'without a state': (path) => form(path, { vp_token: token }),
  'in JSON': (path, state) => jsonPost(path, { vp_token: JSON.parse(token), ...state }),
  'as plain text': (path, state) =>
    typed(path, 'text/plain', new URLSearchParams({ vp_token: token, ...state }).toString()),
  'as a bare presentation': (path, state) => form(path, { vp_token: 'eyJhbGciOiJFUzI1NiJ9.e30.AAAA~', ...state }),
  'with members that nobody asked for': (path, state) => form(path, { vp_token: token, extra: 'x', ...state }),
  'beside a response that nobody can read': (path, state) => form(path, { vp_token: token, response: 'x', ...state }),
  'beside an error': (path, state) => form(path, { vp_token: token, error: 'access_denied', ...state }),
  'with PUT': (path, state) => form(path, { vp_token: token, ...state }, 'PUT'),
  'with GET': (path, state) => ({ path: `${path}?${new URLSearchParams({ vp_token: token, ...state })}` }),
  'at an address that is wrong by a slash': (path, state) => form(`${path}/`, { vp_token: token, ...state }),
}

const resultOf = ({ events }: PresentationSessionView) =>
  events.findLast(({ type }) => type === 'vp_negative_test_result')?.detail.outcome

async function run(id: string, request: (path: string, state: Sent) => HttpRequest) {
  const made = (await create(testing(id))) as {
    readonly session_id: string
    readonly authorization_request: { readonly state?: unknown }
  }
  const base = `/openid4vp/sessions/${made.session_id}`
  await http({ path: `${base}/request` })
  const { state } = made.authorization_request
  const sent = await http(request(`${base}/response`, typeof state === 'string' ? { state } : {}))
  service.advance(1)
  return { sent, session: await read(made.session_id) }
}

const verdictOf = ({ checks }: PresentationSessionView) =>
  checks.conformance.findLast(({ id }) => id === 'vp.negative.rejected')?.status

describe.each(Object.keys(ways))('a wallet that presents something %s', (way) => {
  it('went on, whatever is wrong with the request', async () => {
    const found: unknown[] = []
    for (const { id } of fixedShare(refusals)) {
      const { session, sent } = await run(id, ways[way] as (path: string, state: Sent) => HttpRequest)
      const outcome = [verdictOf(session), resultOf(session)]
      if (!['fail', 'warn'].includes(String(outcome[0])) || outcome[1] !== 'presented')
        found.push([id, sent.status, ...outcome])
    }
    expect(found).toEqual([])
  })
})
