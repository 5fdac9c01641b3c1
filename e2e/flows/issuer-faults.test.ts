import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '@/lib/core/ground/values/json'
import { issuerDeviations as all, needsOwnIssuer } from '@/lib/core/issuer/deviations'
import type { IssuerDeviation } from '@/lib/core/issuer/deviations/issuer-deviation'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { createHttpClient, type HttpClient } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { misbehaviours } from '@/lib/wallet/misbehaviours/issuer/registry'
import { inTurn } from '@/scripts/thorough.mjs'

/** Those of an issuer that a session has for itself are in tests of their own, and so are those of the trust in it. */
const issuerDeviations = all.filter((deviation) => !needsOwnIssuer(deviation))

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

const post = (path: string, body: JsonObject) =>
  http({ method: 'POST', path, headers: [['Content-Type', 'application/json']], body: JSON.stringify(body) })

async function create(body: JsonObject) {
  const answer = await post('/sessions', { issuer_configuration_id: 'eu-pid-jwt-proof-only', ...body })
  expect(answer.status, answer.body).toBe(201)
  return answer.object() as { session_id: string; deeplink: string; flow: string; tx_code?: string }
}
const read = async (id: string) => (await http({ path: `/sessions/${id}` })).object() as unknown as IssuanceSessionView

/** Runs the reference wallet, correct or with a misbehaviour, and reads the session before and after the wait. */
async function run({ id, expects }: IssuerDeviation, more: Partial<Parameters<typeof runAtIssuer>[0]> = {}) {
  // A correct wallet fetches the offer if the fault is there, and asks for encryption if the fault omits it.
  const mode = id === 'extra_members' ? { credential_offer_mode: 'credential_offer_uri' } : {}
  const { session_id, deeplink, tx_code } = await create({ fault: id, ...mode })
  const ended = await runAtIssuer({
    deeplink,
    profile: { encrypt: id === 'response_not_encrypted' },
    clock: service.now,
    wait: async (millis) => service.advance(millis / 1000),
    ...(tx_code === undefined ? {} : { txCode: tx_code }),
    ...more,
  })
  const before = await read(session_id)
  if (expects === 'refusal') service.advance(60)
  return { ended, before, session: await read(session_id) }
}

/** The root of the test attester is not configured. */
const unanchored = ['vci.wallet_attestation.trusted', 'vci.key_attestation.trusted']
const redOf = ({ checks }: IssuanceSessionView): string[] => [
  ...new Set(
    checks.conformance
      .filter(({ status }) => status === 'fail' || status === 'warn')
      .map(({ id }) => id)
      .filter((id) => !unanchored.includes(id)),
  ),
]
const statusOf = ({ checks }: IssuanceSessionView, id: string) =>
  checks.conformance.findLast((entry) => entry.id === id)?.status
const eventsOf = ({ events }: IssuanceSessionView, name: string) => events.filter(({ type }) => type === name)

/** By day every second is enough here: the campaign `full` of `campaigns.test.ts` runs the wallet that behaves against each. */
const named = (expects: IssuerDeviation['expects']) =>
  inTurn(
    issuerDeviations.filter((fault) => fault.expects === expects),
    0,
    2,
  ).map((fault) => [fault.id, fault] as const)

/** Evidence and report name the fault, at the exchange that carried it. */
async function expectNamed({ id }: IssuerDeviation, session: IssuanceSessionView): Promise<void> {
  const [altered] = eventsOf(session, 'answer_altered')
  expect(altered?.detail).toMatchObject({ alteration: `fault.${id}` })
  expect(session.exchanges.map((exchange) => exchange.id)).toContain(altered?.detail.exchange_id)
  for (const format of ['html', 'md', 'json']) {
    const report = await http({ path: `/sessions/${session.session_id}/report?format=${format}` })
    expect(report.body).toContain(id)
  }
}

describe('a wallet that behaves', () => {
  it.each(named('refusal'))('stops at %s', async (id, fault) => {
    const { ended, before, session } = await run(fault)
    await expectNamed(fault, before)
    expect(ended.outcome, ended.reason ?? '').not.toBe('credential_stored')
    expect(redOf(session)).toEqual([])
    expect(statusOf(session, 'vci.fault.refused')).toBe('pass')
    expect(session).toMatchObject({
      status: 'answer_refused',
      options: { fault: id, settle_seconds: 60 },
      checks: { summary: { verdict: 'pass' } },
    })
    expect(eventsOf(session, 'fault_result')).toMatchObject([{ detail: { fault: id, outcome: 'refused' } }])
  })

  it.each(named('going_on'))('continues at %s', async (id, fault) => {
    const { ended, before, session } = await run(fault)
    await expectNamed(fault, before)
    expect(ended.outcome, ended.reason ?? '').toBe('credential_stored')
    expect(redOf(session)).toEqual([])
    expect(statusOf(session, 'vci.fault.goes_on')).toBe('pass')
    expect(session).toMatchObject({ options: { fault: id }, checks: { summary: { verdict: 'pass' } } })
    expect(eventsOf(session, 'fault_result')).toMatchObject([{ detail: { fault: id, outcome: 'continued' } }])
  })
})

describe('each fault', () => {
  it.each(issuerDeviations.filter(({ expects }) => expects !== 'report').map(({ id }) => id))(
    '%s has a wallet that is caught by it',
    (id) => {
      expect(misbehaviours.filter(({ needs }) => needs?.sessionOptions?.fault === id)).not.toEqual([])
    },
  )
})

describe('a session with a fault', () => {
  it('is undecided before the wallet was sent the changed answer, and while it may still go on', async () => {
    const { session_id, deeplink } = await create({ fault: 'authz_iss_mismatch', settle_seconds: 5 })
    const untouched = await read(session_id)
    expect(statusOf(untouched, 'vci.fault.refused')).toBe('not_observed')
    expect(untouched.checks.summary.verdict).toBe('incomplete')
    await runAtIssuer({ deeplink, clock: service.now })
    expect(statusOf(await read(session_id), 'vci.fault.refused')).toBe('not_observed')
    service.advance(5)
    const settled = await read(session_id)
    expect(settled.checks.conformance.find(({ id }) => id === 'vci.fault.refused')).toMatchObject({
      status: 'pass',
      actual: 'silence for 5 s',
    })
    expect(statusOf(settled, 'vci.token.iss_checked')).toBe('pass')
  })

  it('stays refused when its time is over', async () => {
    const { session_id, deeplink } = await create({ fault: 'authz_iss_missing' })
    await runAtIssuer({ deeplink, clock: service.now })
    service.advance(1000)
    expect((await read(session_id)).status).toBe('answer_refused')
  })

  it('follows the flow of its fault where the tester names none, and says so where another is named', async () => {
    expect((await create({ fault: 'authz_iss_missing' })).flow).toBe('authorization_code')
    const answer = await post('/sessions', { fault: 'authz_iss_missing', flow: 'pre_authorized_code' })
    expect([answer.status, answer.object().error, answer.object().member]).toEqual([400, 'invalid_request', 'fault'])
  })

  it.each([
    ['an unknown fault', { fault: 'mood' }],
    ['a wait below five seconds', { fault: 'no_expires_in', settle_seconds: 4 }],
    ['a wait above ten minutes', { fault: 'no_expires_in', settle_seconds: 601 }],
  ])('cannot be made with %s', async (_name, body) => {
    const answer = await post('/sessions', body)
    expect([answer.status, answer.object().error]).toEqual([400, 'invalid_request'])
  })
})

describe('an answer that comes late on purpose', () => {
  it('is on record before it is held back, and counts as taken where no second request comes', async () => {
    const { session_id, deeplink } = await create({ fault: 'slow_answer', settle_seconds: 5 })
    const held: unknown[] = []
    const { hold } = service.container
    Object.assign(service.container, {
      hold: async (seconds: number) => held.push([seconds, (await read(session_id)).status]),
    })
    await runAtIssuer({ deeplink, clock: service.now, misbehave: 'vci.notification.sent' })
    Object.assign(service.container, { hold })
    expect(held).toEqual([[15, 'credential_issued']])
    expect(statusOf(await read(session_id), 'vci.fault.goes_on')).toBe('not_observed')
    service.advance(5)
    const settled = await read(session_id)
    expect(settled.checks.conformance.find(({ id }) => id === 'vci.fault.goes_on')).toMatchObject({
      status: 'pass',
      actual: 'no such request for 5 s',
    })
  })
})

describe('what a person saw', () => {
  const tell = async (id: string, shown: string) => post(`/sessions/${id}/refusal`, { shown, by: 'person' })
  /** A session with a wrong credential about which the wallet said nothing. */
  async function unsaid(body: JsonObject = { fault: 'credential_expired' }) {
    const { session_id, deeplink } = await create(body)
    await runAtIssuer({ deeplink, clock: service.now, misbehave: 'vci.notification.sent' })
    return session_id
  }

  it('decides where the wallet says nothing of a credential, which alone proves nothing', async () => {
    const id = await unsaid()
    service.advance(60)
    const silent = await read(id)
    expect([statusOf(silent, 'vci.fault.refused'), silent.checks.summary.verdict]).toEqual([
      'not_observed',
      'incomplete',
    ])
    expect((await tell(id, 'error')).object()).toEqual({ shown: 'error', outcome: 'refused', by: 'person' })
    expect(await read(id)).toMatchObject({ status: 'answer_refused', checks: { summary: { verdict: 'pass' } } })
  })

  it('fails a wallet that continued, also where it is silent, and may be corrected', async () => {
    const { session_id: id, deeplink } = await create({ fault: 'authz_iss_mismatch' })
    await runAtIssuer({ deeplink, clock: service.now })
    for (const _ of [1, 2]) expect((await tell(id, 'went_on')).status).toBe(200)
    service.advance(60)
    const wrong = await read(id)
    expect([statusOf(wrong, 'vci.fault.refused'), wrong.checks.summary.verdict]).toEqual(['fail', 'fail'])
    expect(eventsOf(wrong, 'refusal_reported')).toHaveLength(1)
    await tell(id, 'error')
    expect((await read(id)).status).toBe('answer_refused')
  })

  it('is refused where the wallet said it, where no stop is called for, and where it says nothing', async () => {
    const { session_id: decided, deeplink } = await create({ fault: 'credential_expired' })
    await runAtIssuer({ deeplink, clock: service.now })
    const odd = await unsaid({ fault: 'no_expires_in' })
    const { session_id: untested } = await create({ fault: 'credential_expired' })
    const answers = [
      await tell(decided, 'error'),
      await tell(odd, 'error'),
      await tell(untested, 'error'),
      await tell('00000000-0000-4000-8000-000000000000', 'error'),
      await tell(untested, 'nothing'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 404, 400])
    expect(answers.map((answer) => answer.object().error)).toEqual([
      'refusal_decided',
      'refusal_not_expected',
      'refusal_not_expected',
      'session_not_found',
      'invalid_request',
    ])
  })

  it('is taken ten times from one session, and no more', async () => {
    const id = await unsaid()
    for (let turn = 0; turn < 5; turn++)
      expect([(await tell(id, 'error')).status, (await tell(id, 'went_on')).status]).toEqual([200, 200])
    expect((await tell(id, 'error')).status).toBe(409)
  })
})

describe('a session without a fault', () => {
  it('says nothing of faults', async () => {
    const { session_id, deeplink } = await create({ settle_seconds: 5 })
    await runAtIssuer({ deeplink, clock: service.now })
    const session = await read(session_id)
    expect(Object.keys(session.options)).toEqual(['scheme', 'dpop_nonce'])
    expect(eventsOf(session, 'answer_altered')).toEqual([])
    for (const id of ['vci.fault.refused', 'vci.fault.goes_on', 'vci.token.iss_checked'])
      expect(statusOf(session, id)).toBe('not_applicable')
  })
})
