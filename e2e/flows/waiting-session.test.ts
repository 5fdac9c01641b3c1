import { afterEach, beforeEach, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { type Fields, type HttpRequest, jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

/**
 * An offer in the link gives a wallet nothing to name its session by. A request that was refused before is told in the only
 * session that waits for one, and decides nothing there.
 */
const service = serviceForTests()
const { http } = service

const issuers = ['eu-pid-device-bound', 'eu-pid-jwt-proof-only'] as const
type Issuer = (typeof issuers)[number]

/** A session, and the deeplink that its wallet is given. */
async function session(issuer: Issuer, more: Record<string, unknown> = {}) {
  const answer = await http(jsonPost('/sessions', { issuer_configuration_id: issuer, ...more }))
  const { session_id, deeplink } = answer.object() as Record<string, string>
  return {
    deeplink: deeplink ?? '',
    view: async () => (await http({ path: `/sessions/${session_id}` })).json() as IssuanceSessionView,
  }
}
type Made = Awaited<ReturnType<typeof session>>

const sent = (request: HttpRequest, agent: string, more: Fields = []) =>
  http({ ...request, headers: [['User-Agent', agent], ['Accept', 'application/json'], ...more] })

/** What a wallet does that appends the well-known part to the identifier. */
async function appended(issuer: Issuer, agent: string, more: Fields = []) {
  await sent({ path: `/.well-known/openid-credential-issuer/issuers/${issuer}` }, agent, more)
  const wrong = { path: `/issuers/${issuer}/.well-known/oauth-authorization-server` }
  expect((await sent(wrong, agent, more)).status).toBe(404)
}

const wrongPath = 'vci.metadata.as_wellknown_path'

const expectUntold = async ({ view }: Made) => {
  const { cause, outcome, events } = await view()
  expect([cause, outcome.id]).toEqual([null, 'waiting'])
  expect(events.filter(({ type }) => type === 'request_may_belong')).toEqual([])
}

/** No session of another test waits. */
let back: () => void
beforeEach(() => {
  back = service.fork()
})
afterEach(() => back())

it.each(['pre_authorized_code', 'authorization_code'])('is told in the only session that waits: %s', async (flow) => {
  const elsewhere = await session('eu-pid-jwt-proof-only', { flow })
  const waiting = await session('eu-pid-device-bound', { flow })
  await appended('eu-pid-device-bound', 'likely-wallet')
  const { cause, outcome, checks, exchanges, events, contact } = await waiting.view()
  expect(cause).toMatchObject({ check: wrongPath, acts: 'wallet' })
  expect(checks.conformance.find(({ id }) => id === wrongPath)).toMatchObject({ status: 'warn', softened: 'inferred' })
  expect(exchanges.map(({ correlation }) => correlation)).toEqual(['inferred', 'inferred'])
  expect(outcome.success).toBeNull()
  expect([outcome.id, outcome.sentence]).not.toContain('waiting')
  expect(contact.reached).toBe(true)
  const told = events.filter(({ type }) => type === 'request_may_belong')
  expect(told.map(({ detail }) => Object.keys(detail).sort())).toEqual([['exchange_id', 'likely', 'operation']])
  await expectUntold(elsewhere)
})

it('decides nothing: with the first request that names the session, its own wallet alone counts', async () => {
  const { deeplink, view } = await session('eu-pid-jwt-proof-only')
  await appended('eu-pid-jwt-proof-only', 'somebody-else')
  expect((await view()).cause?.check).toBe(wrongPath)
  const run = await runAtIssuer({ deeplink, http: createNodeClient() })
  expect(run.outcome, run.reason ?? '').toBe('credential_stored')
  const { cause, outcome, checks } = await view()
  expect([cause, outcome.success]).toEqual([null, true])
  expect(checks.conformance.filter(({ id, status }) => id === wrongPath && status !== 'pass')).toEqual([])
  expect(checks.summary).toMatchObject({ verdict: 'pass', mixed_traffic: false })
})

it('is told in none of several that wait', async () => {
  const made = [await session('eu-pid-device-bound'), await session('eu-pid-device-bound')]
  await appended('eu-pid-device-bound', 'unclear-wallet')
  for (const one of made) await expectUntold(one)
})

it.each<[string, Fields, Record<string, unknown>]>([
  ['of a client behind a proxy that nobody trusts', [['X-Forwarded-For', '203.0.113.7']], {}],
  ['in a session that expects a refusal', [], { fault: 'credential_wrong_type' }],
  ['in a session whose offer the wallet has to fetch', [], { credential_offer_mode: 'credential_offer_uri' }],
])('is not told %s', async (_what, headers, more) => {
  const made = await session('eu-pid-device-bound', more)
  await appended('eu-pid-device-bound', 'silent-wallet', headers)
  await expectUntold(made)
})

it('is not told where its client is busy in another session', async () => {
  const busy = await session('eu-pid-jwt-proof-only')
  const offer = new URL(busy.deeplink).searchParams.get('credential_offer') ?? ''
  const code = /"pre-authorized_code":"([^"]+)"/.exec(offer)?.[1] ?? ''
  const body = new URLSearchParams({ grant_type: 'refresh_token', 'pre-authorized_code': code }).toString()
  const form: Fields = [['Content-Type', 'application/x-www-form-urlencoded']]
  const path = '/issuers/eu-pid-jwt-proof-only/token'
  expect((await sent({ method: 'POST', path, body }, 'busy-wallet', form)).status).toBe(400)
  expect((await busy.view()).exchanges).toHaveLength(1)
  const waiting = await session('eu-pid-jwt-proof-only')
  await appended('eu-pid-jwt-proof-only', 'busy-wallet')
  await expectUntold(waiting)
})

it('costs a right request nothing', async () => {
  const made = await session('eu-pid-device-bound')
  await sent({ path: '/.well-known/openid-credential-issuer/issuers/eu-pid-device-bound' }, 'right-wallet')
  await expectUntold(made)
})
