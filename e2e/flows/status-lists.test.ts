import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createGuardedFetch, statusLists } from '@/lib/adapters/fetch/guarded-fetch'
import { statusListSize } from '@/lib/core/issuer/configurations/laboratory/status-lists'
import type { SessionId } from '@/lib/core/shared/ports/ids'
import type { FetchDocument } from '@/lib/core/shared/ports/ports'
import { epochMillis } from '@/lib/core/shared/time/time'
import { createHandWallet, type JwtChange } from '@/lib/testing/hand-wallet'
import { createHttpClient, type JsonRecord } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { generateKey } from '@/lib/wallet/jose/key'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

describe('foreign status lists', () => {
  /**
   * Status lists of another host, a second service. Both listen on the loopback interface, which the service never
   * asks, so the test passes in a guard that allows it.
   */
  let issuing: TestService
  let verifying: TestService
  /** A service that fetches no lists: the default. */
  let fetchless: TestService
  const fetchDocument = vi.fn<FetchDocument>()
  beforeAll(async () => {
    issuing = await startService({ tls: true })
    const { pem } = issuing.container.ports.rootCertificate
    const guarded = createGuardedFetch({
      now: () => epochMillis(Date.now()),
      ...statusLists,
      isAllowed: () => true,
      authorities: [pem],
      timeoutMillis: 20_000,
    })
    fetchDocument.mockImplementation(guarded)
    const files = { 'trust/issuers/other.pem': pem }
    verifying = await startService({ env: { FETCH_STATUS_LISTS: 'on' }, files, fetchDocument })
    fetchless = await startService({ files, fetchDocument })
  })
  afterAll(async () => {
    for (const one of [fetchless, verifying, issuing]) await one.close()
  })

  const send = () => createNodeClient({ ca: [issuing.container.ports.rootCertificate.pem] })

  async function post(url: string, body: JsonRecord): Promise<JsonRecord> {
    const headers: [string, string][] = [['Content-Type', 'application/json']]
    const answer = await send()({ method: 'POST', url, headers, body: JSON.stringify(body) })
    return JSON.parse(answer.body) as JsonRecord
  }

  const sdJwt = {
    id: 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof',
    group: 'vp.sdjwt',
    query: { format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, claims: [{ path: ['family_name'] }] },
  }
  const mdoc = {
    id: 'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof',
    group: 'vp.mdoc',
    query: {
      format: 'mso_mdoc',
      meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' },
      claims: [{ path: ['eu.europa.ec.eudi.pid.1', 'family_name'] }],
    },
  }
  type Kind = typeof sdJwt | typeof mdoc

  /** A wallet with a credential of the other host, which it presents. */
  async function holder({ id, group, query }: Kind, status: JsonRecord) {
    const issuance = await post(`${issuing.baseUrl}/sessions`, {
      issuer_configuration_id: 'eu-pid-jwt-proof-only',
      credential_configuration_id: id,
      laboratory: { status },
    })
    const { credentials, reason } = await runAtIssuer({ deeplink: String(issuance.deeplink), http: send() })
    expect(reason).toBeNull()
    return {
      revoke: () =>
        post(`${issuing.baseUrl}/sessions/${issuance.session_id}/laboratory/statuses`, {
          all: true,
          status: 'invalid',
        }),
      /** The verifier's findings about list and entry, and where it got the list. */
      present: async ({ baseUrl }: TestService, check_status: boolean) => {
        const session = await post(`${baseUrl}/openid4vp/sessions`, {
          dcql_query: { credentials: [{ id: 'pid', ...query }] },
          check_status,
        })
        const run = await runAtVerifier({
          deeplink: String(session.deeplink),
          credentials,
          profile: { checkStatus: false },
        })
        const view = (await createHttpClient(baseUrl)({ path: `/openid4vp/sessions/${session.session_id}` })).object()
        const { conformance } = view.checks as { conformance: { id: string; status: string }[] }
        const found = ['token', 'value'].map(
          (name) => conformance.findLast((one) => one.id === `${group}.status_${name}`)?.status,
        )
        const events = (view.events as { type: string; detail: JsonRecord }[]).filter(
          ({ type }) => type === 'vp_status_list_fetched',
        )
        return [run.outcome, ...found, ...events.map(({ detail }) => [detail.own, detail.outcome])]
      },
    }
  }

  describe.each([
    ['an SD-JWT VC and a JWT', sdJwt, { format: 'jwt' }],
    ['an SD-JWT VC and a CWT', sdJwt, { format: 'cwt' }],
    ['an mdoc and a JWT', mdoc, { format: 'jwt' }],
    ['an mdoc and a CWT', mdoc, { format: 'cwt' }],
  ] as const)('status lists of another host, with %s', (_name, kind, status) => {
    it('are fetched where session and installation ask for it, and obeyed', async () => {
      const { present, revoke } = await holder(kind, status)
      expect(await present(verifying, true)).toEqual(['presented', 'pass', 'pass', [false, 'used']])
      await revoke()
      expect(await present(verifying, true)).toEqual(['refused_by_verifier', 'pass', 'fail', [false, 'used']])
      fetchDocument.mockClear()
      expect(await present(verifying, false)).toEqual(['presented', 'not_observed', 'not_observed'])
      expect(await present(fetchless, true)).toEqual([
        'presented',
        'not_observed',
        'not_observed',
        [false, 'not_fetched'],
      ])
      expect(fetchDocument).not.toHaveBeenCalled()
    })
  })

  it.each([
    ['an SD-JWT VC', sdJwt, 'jwt'],
    ['an mdoc', mdoc, 'cwt'],
  ] as const)('a wrong list of another host is relied on for nothing: %s', async (_name, kind, format) => {
    const { present } = await holder(kind, { format, form: 'list_bad_signature' })
    expect(await present(verifying, true)).toEqual([
      'refused_by_verifier',
      'fail',
      'not_applicable',
      [false, 'signature'],
    ])
  })
})

describe('bounds of status lists', () => {
  /** What strangers, and testers with large requests, can do to a session with status lists. */
  const service = serviceForTests()

  const sessionWithStatus = (laboratory: JsonRecord = {}) =>
    createHandWallet(service, {
      issuer_configuration_id: 'eu-pid-jwt-proof-only',
      laboratory: { status: {}, ...laboratory },
    })

  describe('a stranger who knows the address of a list', () => {
    it('gets it as often as they ask, and takes no room from the session', async () => {
      const one = await sessionWithStatus()
      await one.obtainToken()
      expect((await one.requestCredential()).status).toBe(200)
      const path = new URL(`${one.created.issuer_identifier}/status/1`).pathname
      const ask = () =>
        service.http({
          path,
          headers: [
            ['User-Agent', 'a stranger'],
            ['Accept', 'application/statuslist+jwt'],
          ],
        })
      // In parallel, and one after the other.
      const answers = await Promise.all(Array.from({ length: 60 }, ask))
      for (let round = 0; round < 20; round += 1) answers.push(await ask())
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      const fetches = async () => (await one.view()).exchanges.filter(({ operation }) => operation === 'getStatusList')
      expect(await fetches()).toHaveLength(20)
      const { events } = await one.view()
      expect(events.filter(({ type }) => type === 'status_list_retrieved').map(({ detail }) => detail)).toEqual(
        Array(20).fill({
          exchange_id: expect.any(String),
          list: 1,
          form: 'jwt',
          by: 'another_client',
          recorded_at_most: 20,
        }),
      )
      await one.http({ path, headers: [['Accept', 'application/statuslist+jwt']] })
      expect(await fetches()).toHaveLength(21)
      const { checks } = await one.view()
      expect(checks.conformance.findLast(({ id }) => id === 'vci.status.fetched')?.status).toBe('pass')
      // They see a change too.
      const changed = await one.http({
        method: 'POST',
        path: `/sessions/${one.created.session_id}/laboratory/statuses`,
        headers: [['Content-Type', 'application/json']],
        body: JSON.stringify({ all: true, status: 'invalid' }),
      })
      expect(changed.status).toBe(200)
      const lists = new Set([...answers, await ask()].map(({ body }) => listIn(body)))
      expect(lists.size).toBe(2)
    })

    it('still gets it when the session can take no more requests', async () => {
      const small = await startService({ exchangesMax: 6 })
      try {
        const one = await createHandWallet(small, {
          issuer_configuration_id: 'eu-pid-jwt-proof-only',
          laboratory: { status: {} },
        })
        await one.obtainToken()
        const path = new URL(`${one.created.issuer_identifier}/status/1`).pathname
        const asStranger = [['User-Agent', 'a stranger']] as const
        const answers = []
        for (let round = 0; round < 9; round += 1) answers.push(await one.http({ path, headers: asStranger }))
        expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200))
        expect((await one.http({ path })).status).toBe(429)
      } finally {
        await small.close()
      }
    })
  })

  /**
   * Writes the list entries that a session would have issued: too many to issue in a test. No credential uses these
   * entries.
   */
  const haveIssued = (sessionId: string, count: number) =>
    service.container.ports.store.commit({
      events: [
        {
          id: randomUUID(),
          sessionId: sessionId as SessionId,
          exchangeId: null,
          at: service.now(),
          type: 'credential_issued',
          detail: {
            statuses: Array.from({ length: count }, (_, index) => ({
              list: 1,
              index: statusListSize + index,
              status: 'valid',
            })),
          },
        },
      ],
      effects: [],
    })

  const byAnotherKey: JwtChange = (draft) => {
    draft.key = generateKey()
    draft.header.jwk = draft.key.publicJwk
  }

  const denied = {
    error: 'credential_request_denied',
    error_description:
      'A session gives at most 2000 credentials a status: create another session, or one without laboratory.status.',
  }

  describe('a session that has given many credentials a status', () => {
    it('gives no further one, and says what to do', async () => {
      const one = await sessionWithStatus({ batch: { size: 3 } })
      await one.obtainToken()
      await haveIssued(one.created.session_id, 1999)
      const nonce = await one.freshNonce()
      const two = await one.requestCredential({
        nonce,
        request: (request) => {
          request.proofs = { jwt: [one.proof(nonce, null), one.proof(nonce, null, byAnotherKey)] }
        },
      })
      expect([two.status, two.object()]).toMatchObject([400, denied])
      expect((await one.requestCredential({ nonce })).status).toBe(200)
      const next = await one.requestCredential()
      expect([next.status, next.object()]).toMatchObject([400, denied])
      const without = await createHandWallet(service, {
        issuer_configuration_id: 'eu-pid-jwt-proof-only',
        laboratory: {},
      })
      await without.obtainToken()
      await haveIssued(without.created.session_id, 2000)
      expect((await without.requestCredential()).status).toBe(200)
    })

    it('denies a deferred one', async () => {
      const one = await sessionWithStatus({ deferred: { pending: 0, interval: 1 } })
      const token = await one.obtainToken()
      const { transaction_id } = (await one.requestCredential()).object()
      await haveIssued(one.created.session_id, 2000)
      const poll = () =>
        one.http({
          method: 'POST',
          path: one.path('deferred'),
          headers: [
            ['Content-Type', 'application/json'],
            ['Authorization', `DPoP ${token}`],
            ['DPoP', one.dpop('deferred', token)],
          ],
          body: JSON.stringify({ transaction_id }),
        })
      const answer = await poll()
      expect([answer.status, answer.object()]).toMatchObject([400, denied])
      expect((await one.view()).laboratory?.transactions).toMatchObject([{ state: 'denied' }])
    })

    it('changes all of them without writing each of them', async () => {
      const one = await sessionWithStatus()
      await haveIssued(one.created.session_id, 2000)
      const change = (body: JsonRecord) =>
        one.http({
          method: 'POST',
          path: `/sessions/${one.created.session_id}/laboratory/statuses`,
          headers: [['Content-Type', 'application/json']],
          body: JSON.stringify(body),
        })
      await change({ list: 1, index: statusListSize + 7, status: 'invalid' })
      for (const status of ['suspended', 'valid', 'suspended'])
        expect((await change({ all: true, status })).status).toBe(200)
      const { events, laboratory } = await one.view()
      const changes = events.filter(({ type }) => type === 'status_changed').map(({ detail }) => detail)
      expect(changes.slice(1)).toMatchObject(
        ['suspended', 'valid', 'suspended'].map((status) => ({ all: status, count: 1999 })),
      )
      const statuses = laboratory?.lists[0]?.entries.map(({ status }) => status)
      expect(statuses?.filter((status) => status === 'suspended')).toHaveLength(1999)
      expect(statuses?.[7]).toBe('invalid')
    })
  })

  const listIn = (jwt: string): string => {
    const claims = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as {
      status_list: JsonRecord
    }
    return String(claims.status_list.lst)
  }

  describe('a list behind a proxy that is not trusted', () => {
    it('is read by nobody knows whom, so no wallet is judged', async () => {
      const one = await sessionWithStatus()
      await one.obtainToken()
      await one.requestCredential()
      const path = new URL(`${one.created.issuer_identifier}/status/1`).pathname
      const answer = await one.http({
        path,
        headers: [
          ['Accept', '*/*'],
          ['X-Forwarded-For', '192.0.2.7'],
        ],
      })
      expect(answer.status).toBe(200)
      const { events, checks } = await one.view()
      const statusOf = (id: string) => checks.conformance.findLast((check) => check.id === `vci.status.${id}`)?.status
      expect(events.findLast(({ type }) => type === 'status_list_retrieved')?.detail.by).toBe('unknown')
      expect([statusOf('accept'), statusOf('fetched')]).toEqual(['not_applicable', 'not_observed'])
    })
  })
})
