import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createMemoryStore } from '@/lib/adapters/memory/memory-store'
import type { Decision } from '@/lib/core/engine/endpoints/endpoint'
import { issuerDeviations as all, issuerDeviations, needsOwnIssuer } from '@/lib/core/issuer/deviations'
import type { IssuerDeviation } from '@/lib/core/issuer/deviations/issuer-deviation'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { membersOf } from '@/lib/core/shared/http/reply'
import type { Ports, Signer } from '@/lib/core/shared/ports/ports'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import { startService, type TestService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { SendHttp, WireAnswer } from '@/lib/wallet/http/wire'
import { createKeyAttester, type KeyAttester } from '@/lib/wallet/issuer/credential/attester'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { generateKey } from '@/lib/wallet/jose/key'
import { misbehaviours } from '@/lib/wallet/misbehaviours/issuer/registry'
import { inTurn, ofEachKind } from '@/scripts/thorough.mjs'

describe('faults', () => {
  /** Faults of laboratories and of trust have tests of their own. */
  const issuerDeviations = all.filter((deviation) => !needsOwnIssuer(deviation))

  const service = serviceForTests()
  const { http } = service

  const post = (path: string, body: JsonObject) =>
    http({ method: 'POST', path, headers: [['Content-Type', 'application/json']], body: JSON.stringify(body) })

  async function create(body: JsonObject) {
    const answer = await post('/sessions', { issuer_configuration_id: 'eu-pid-jwt-proof-only', ...body })
    expect(answer.status, answer.body).toBe(201)
    return answer.object() as { session_id: string; deeplink: string; flow: string; tx_code?: string }
  }
  const read = async (id: string) =>
    (await http({ path: `/sessions/${id}` })).object() as unknown as IssuanceSessionView

  /** Runs the reference wallet, correct or misbehaving; reads the session before and after the wait. */
  async function run({ id, expects }: IssuerDeviation, more: Partial<Parameters<typeof runAtIssuer>[0]> = {}) {
    // A correct wallet fetches the offer if that carries the fault, and requests encryption if the fault omits it.
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

  /** Half is enough here: the campaign `full` of `campaigns.test.ts` runs the correct wallet against each. */
  const named = (expects: IssuerDeviation['expects']) =>
    inTurn(
      // A wrong link reaches a wallet without a request: see `offer-link-faults.test.ts`.
      issuerDeviations.filter((fault) => fault.expects === expects && fault.changes.link === undefined),
      0,
      2,
    ).map((fault) => [fault.id, fault] as const)

  /** Expects evidence and report to name the fault, at the exchange that carried it. */
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
})

describe('emptied responses', () => {
  /** Service and wallet are deterministic here, so that equal sessions produce equal bytes. */
  let service: TestService
  let attester: KeyAttester
  let ports: Ports
  const keys = Array.from({ length: 12 }, () => generateKey())
  const send = createNodeClient()
  const now = Date.now()

  beforeAll(async () => {
    vi.useFakeTimers({ now, toFake: ['Date'] })
    // The OpenAPI document does not describe deliberately wrong responses, and the control below sends all of them.
    service = await startService({ compared: false })
    attester = await createKeyAttester(now)
    ports = { ...service.container.ports }
  })
  afterAll(async () => {
    vi.useRealTimers()
    await service.close()
  })

  const hashed = (text: string | Uint8Array, length: number): Uint8Array =>
    Uint8Array.from({ length }, (_, index) =>
      createHash('sha256')
        .update(String(index >> 5))
        .update(text)
        .digest()
        .readUInt8(index & 31),
    )

  /**
   * Replaces random signatures by constant ones. The access token keeps a valid one, because the service verifies it.
   */
  const withoutChance = (signer: Signer): Signer => ({ ...signer, sign: (data) => hashed(data, 64) })

  /** Removes what is still random: the access token's signature, and a name derived from the exchange id. */
  const withoutRest = (text: string): string =>
    text.replace(/("access_token":"[^".]+\.[^".]+\.)[^"]+/, '$1').replace(/("notification_id":")[^"]+/, '$1')

  /** Starts over with an empty store and the same values in the same order. */
  function restart(): void {
    let values = 0
    const next = () => `value ${values++}`
    const { now: clock } = ports
    Object.assign(service.container.ports, {
      store: createMemoryStore({ now: clock }),
      random: (length: number) => hashed(next(), length),
      uuid: () => `00000000-0000-4000-8000-${String(++values).padStart(12, '0')}`,
      issuerKeys: (id: string) => {
        const own = ports.issuerKeys(id)
        return {
          ...own,
          credential: withoutChance(own.credential),
          mdoc: withoutChance(own.mdoc),
        }
      },
    })
  }

  /** Each response that tester and wallet get, in order. */
  async function artefacts(body: JsonObject, encrypt = false): Promise<string[]> {
    restart()
    const answers: string[] = []
    const seen = ({ status, headers, body: text }: WireAnswer): void => {
      const fields = headers.filter(([name]) => name.toLowerCase() !== 'date')
      answers.push(JSON.stringify([status, fields, withoutRest(text)]))
    }
    const noting: SendHttp = async (request) => {
      const answer = await send(request)
      seen(answer)
      return answer
    }
    const ask = (method: string, path: string, text: string | null = null) =>
      noting({ method, url: `${service.baseUrl}${path}`, headers: [], body: text })
    const made = await ask('POST', '/sessions', JSON.stringify(body))
    expect(made.status, made.body).toBe(201)
    const { session_id, deeplink, tx_code } = JSON.parse(made.body)
    await ask('GET', `/sessions/${session_id}/offer`)
    await ask('GET', `/sessions/${session_id}/deeplink`)
    let key = 0
    let random = 0
    const run = await runAtIssuer({
      deeplink,
      profile: { encrypt },
      ...(tx_code === undefined ? {} : { txCode: tx_code }),
      http: noting,
      clock: () => now,
      keys: () => keys[key++]!,
      random: (bytes) => hashed(`wallet ${random++}`, bytes),
      attester,
    })
    // A wallet that stops at the offer in the link sends nothing.
    expect(run.log.length > 0 || run.outcome === 'stopped_by_wallet').toBe(true)
    return answers
  }

  /** Empties the registry during `act`, and restores it. */
  async function withEmptyRegistry<T>(act: () => Promise<T>): Promise<T> {
    const list = issuerDeviations as IssuerDeviation[]
    const kept = list.splice(0)
    try {
      return await act()
    } finally {
      list.push(...kept)
    }
  }

  /** Digests, so that a difference names its place and prints no credential. */
  const digests = (answers: readonly string[] = []): string[] =>
    answers.map((answer) => `${answer.slice(0, 40)} ${createHash('sha256').update(answer).digest('hex')}`)

  /**
   * One fault for each response that a deviation can change, and for each endpoint that can refuse: the places where
   * the registry is consulted.
   */
  const shared = issuerDeviations.filter((deviation) => !needsOwnIssuer(deviation))
  const faults = ofEachKind(shared, ({ changes }) =>
    [...Object.keys(changes).sort(), changes.refusal?.at].join(' '),
  ).map((fault) => [fault.id, fault] as const)
  const ordinary = ({ needs }: IssuerDeviation): JsonObject => ({
    issuer_configuration_id: 'eu-pid-jwt-proof-only',
    ...needs,
  })

  describe('with the registry of deviations emptied', () => {
    it.each(faults)('a session with %s gives the bytes of one without', async (id, fault) => {
      const [without, faulty] = await withEmptyRegistry(async () => [
        await artefacts(ordinary(fault)),
        await artefacts({ ...ordinary(fault), fault: id }),
      ])
      expect(without?.some((answer) => answer.includes('notification_id'))).toBe(true)
      expect(digests(faulty)).toEqual(digests(without))
    })

    // A late response has the same bytes as one in time; an encrypted one differs each time.
    const inBytes = faults.filter(([, { changes }]) => !changes.plain && changes.holdSeconds === undefined)
    it.each(inBytes)('%s is what makes the difference', async (id, fault) => {
      const without = await artefacts(ordinary(fault))
      expect(digests(await artefacts({ ...ordinary(fault), fault: id }))).not.toEqual(digests(without))
      expect(digests(await artefacts(ordinary(fault)))).toEqual(digests(without))
    })

    it.each(faults.filter(([, { changes }]) => changes.plain))('%s makes an answer plain', async (id, fault) => {
      // Ciphertext differs each time, so only its shape can be compared.
      const types = async (body: JsonObject) =>
        (await artefacts(body, true)).map((answer) => /"Content-Type","([^"]+)"/.exec(answer)?.[1] ?? null)
      const without = await types(ordinary(fault))
      expect(without).toContain('application/jwt')
      expect(await types({ ...ordinary(fault), fault: id })).not.toContain('application/jwt')
    })
  })
})

describe('alterations on record', () => {
  /** The only place where a response can deliberately be changed, with a deviation of this test. */
  let service: TestService
  afterEach(() => service.close())

  const alteration = 'token.expires-at-once'
  const shortLived = (decision: Decision, operation: string | null): Decision => {
    const { reply } = decision
    if (operation !== 'requestToken' || reply.status !== 200) return decision
    const body = { kind: 'json', value: { ...membersOf(reply), expires_in: 1 } } as const
    return { ...decision, deviating: { deviation: alteration, reply: { ...reply, body } } }
  }

  describe('an answer that is altered on purpose', () => {
    it('is sent and recorded as one, and the session says what was done', async () => {
      service = await startService()
      const { applyDeviation } = service.container
      Object.assign(service.container, {
        applyDeviation: (decision: Decision, operation: string | null) =>
          applyDeviation(shortLived(decision, operation), operation),
      })
      const wallet = await createHandWallet(service)
      const token = await wallet.requestToken()
      expect([token.status, token.object().expires_in]).toEqual([200, 1])
      const { events, exchanges } = await wallet.view()
      const label = { alteration, operation: 'requestToken', decided_status: 200 }
      expect(events.filter(({ type }) => type === 'answer_altered')).toMatchObject([{ detail: label }])
      expect(exchanges.find(({ operation }) => operation === 'requestToken')?.response).toMatchObject({
        status: 200,
        body: { expires_in: 1 },
      })
      // The decision stands: the token works, and the flow continues.
      const credential = await wallet.requestCredential({ accessToken: String(token.object().access_token) })
      expect(credential.status).toBe(200)
      expect((await wallet.view()).status).toBe('credential_issued')
    })

    it('is none as the service is made', async () => {
      service = await startService()
      const wallet = await createHandWallet(service)
      expect((await wallet.requestCredential()).status).toBe(200)
      expect((await wallet.view()).events.map(({ type }) => type)).not.toContain('answer_altered')
    })
  })
})
