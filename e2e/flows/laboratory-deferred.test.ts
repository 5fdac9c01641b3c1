import { describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import type { Fields, JsonRecord } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

const service = serviceForTests()
const { http } = service

const jo = 'eu-pid-jwt-proof-only'
const json: Fields = [['Content-Type', 'application/json']]
const request = (deferred: JsonRecord, more: JsonRecord = {}): JsonRecord => ({
  issuer_configuration_id: jo,
  // Hand-driven wallets adopt no nonce.
  dpop_nonce: 'off',
  laboratory: { deferred },
  ...more,
})
const post = (path: string, body: JsonRecord) =>
  http({ method: 'POST', path, headers: json, body: JSON.stringify(body) })
const read = async (id: unknown): Promise<IssuanceSessionView> =>
  (await http({ path: `/sessions/${id}` })).json() as IssuanceSessionView

/** A hand-driven wallet whose credential was deferred. */
async function deferred(options: JsonRecord, more: JsonRecord = {}) {
  const wallet = await createHandWallet(service, request(options, more))
  const token = await wallet.obtainToken()
  const answer = await wallet.requestCredential({ accessToken: token })
  expect([answer.status, answer.body.length < 200]).toEqual([202, true])
  return { wallet, token, answer: answer.object() }
}
const poll = (wallet: HandWallet, token: string, body: JsonRecord) =>
  http({
    method: 'POST',
    path: wallet.path('deferred'),
    headers: [...json, ['Authorization', `DPoP ${token}`], ['DPoP', wallet.dpop('deferred', token)]],
    body: JSON.stringify(body),
  })
/** Findings of a wallet that knows its addresses without reading the metadata, as hand-driven ones do. */
const unread = ['vci.metadata.issuer_fetched', 'vci.metadata.as_fetched']
const failed = ({ checks }: IssuanceSessionView): string[] =>
  checks.conformance.filter(({ status }) => status === 'fail').map(({ id }) => id)

describe('an issuer that defers', () => {
  it.each([
    ['in plain', false, 'sd-jwt'],
    ['encrypted', true, 'mdoc'],
  ] as const)('issues to a wallet that comes back as it is told: %s', async (_name, encrypt, format) => {
    const created = (
      await post(
        '/sessions',
        request(
          { interval: 150, pending: 2 },
          { credential_configuration_id: `urn:eu.europa.ec.eudi:pid:1.${format}.jwt-proof` },
        ),
      )
    ).object()
    const statuses: string[] = []
    const run = await runAtIssuer({
      deeplink: String(created.deeplink),
      clock: service.now,
      wait: async (millis) => {
        statuses.push((await read(created.session_id)).status)
        service.advance(millis / 1000)
      },
      profile: { encrypt },
      trustAnchors: [service.container.keyStore.rootPem()],
    })
    expect([run.outcome, run.reason]).toEqual(['credential_stored', null])
    expect(run.log.filter(({ step }) => step === 'deferred').map(({ status }) => status)).toEqual([202, 202, 200])
    expect(new Set(statuses)).toEqual(new Set(['credential_deferred']))
    const session = await read(created.session_id)
    expect(session.status).toBe('credential_accepted')
    expect(failed(session)).toEqual([])
    expect(session.observed.issued).toHaveLength(1)
    const passed = session.checks.conformance.filter(({ status }) => status === 'pass').map(({ id }) => id)
    for (const id of [
      'token_valid',
      'transaction_known',
      'interval',
      'stops',
      'comes_back',
      'wellformed',
      'method_post',
    ])
      expect(passed).toContain(`vci.deferred.${id}`)
    const [transaction] = session.laboratory?.transactions ?? []
    expect(transaction).toMatchObject({ state: 'issued', polls: 3 })
    // Neither the transaction_id nor the credential is readable anywhere.
    const secrets = run.log.flatMap(({ body, answerBody }) =>
      [body ?? '', answerBody].flatMap((text) => /"(?:transaction_id|credential)":"([^"]+)"/g.exec(text)?.[1] ?? []),
    )
    if (!encrypt) expect(secrets.length).toBeGreaterThan(3)
    const record = JSON.stringify(session)
    for (const secret of secrets) expect(record).not.toContain(secret)
  })

  it('says so in its metadata, and nowhere else', async () => {
    for (const [laboratory, has] of [
      [{ deferred: {} }, true],
      [{}, false],
    ] as const) {
      const created = (await post('/sessions', { laboratory })).object()
      const metadata = (await http({ path: new URL(String(created.laboratory_url)).pathname })).object()
      expect(metadata.deferred_credential_endpoint).toBe(has ? `${created.issuer_identifier}/deferred` : undefined)
      const answer = await post(new URL(`${created.issuer_identifier}/deferred`).pathname, { transaction_id: 'x' })
      expectError(answer, has ? 401 : 404, has ? 'invalid_token' : 'not_found')
      expect((await read(created.session_id)).exchanges.at(-1)).toMatchObject({
        operation: 'requestDeferredCredential',
      })
    }
  })

  it('judges the credential request whole: a wrong proof is refused, and no credential deferred', async () => {
    const wallet = await createHandWallet(service, request({ pending: 0 }))
    const token = await wallet.obtainToken()
    expectError(await wallet.requestCredential({ accessToken: token, nonce: 'unknown' }), 400, 'invalid_nonce')
    expect((await wallet.view()).laboratory?.transactions).toEqual([])
    const nonce = await wallet.freshNonce()
    expect((await wallet.requestCredential({ accessToken: token, nonce })).status).toBe(202)
    // The deferred request used up its nonce.
    expectError(await wallet.requestCredential({ accessToken: token, nonce }), 400, 'invalid_nonce')
  })

  it('issues once, and knows the transaction no more then', async () => {
    const { wallet, token, answer } = await deferred({ interval: 5, pending: 0 })
    expect(answer).toEqual({ transaction_id: expect.stringMatching(/^[\w-]{43}$/), interval: 5 })
    const both = await Promise.all([poll(wallet, token, answer), poll(wallet, token, answer)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    const issued = both.find(({ status }) => status === 200)?.object()
    expect(issued).toMatchObject({
      credentials: [{ credential: expect.any(String) }],
      notification_id: expect.any(String),
    })
    expectError(await poll(wallet, token, answer), 400, 'invalid_transaction_id')
    const session = await wallet.view()
    expect(failed(session)).toEqual(
      expect.arrayContaining(['vci.deferred.transaction_known', 'vci.deferred.stops', 'vci.deferred.interval']),
    )
  })

  it.each([
    ['deny', 'credential_request_denied', 'denied', 'credential_denied'],
    ['lose', 'invalid_transaction_id', 'lost', 'credential_denied'],
  ] as const)('ends as it was told: %s', async (outcome, error, state, status) => {
    const { wallet, token, answer } = await deferred({ interval: 1, pending: 1, outcome })
    service.advance(1)
    expect((await poll(wallet, token, answer)).status).toBe(202)
    service.advance(1)
    expectError(await poll(wallet, token, answer), 400, error)
    const session = await wallet.view()
    expect([session.laboratory?.transactions[0]?.state, session.status]).toEqual([state, status])
    expect(failed(session)).toEqual(unread)
    service.advance(2000)
    expect((await wallet.view()).status).toBe(status)
  })

  it('lets its tester decide, once', async () => {
    const { wallet, token, answer } = await deferred({ interval: 1, pending: 20, outcome: 'deny' })
    const path = `/sessions/${wallet.created.session_id}/laboratory/transactions`
    const digest = (await wallet.view()).laboratory?.transactions[0]?.transaction
    expectError(await post(path, { transaction: 'unknown', outcome: 'issue' }), 404, 'transaction_not_found')
    for (const body of [{}, { transaction: digest }, { transaction: digest, outcome: 'x' }, { transaction: 7 }])
      expectError(await post(path, body), 400, 'invalid_request')
    const decided = await Promise.all([1, 2].map(() => post(path, { transaction: digest, outcome: 'issue' })))
    expect(decided.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(decided.find(({ status }) => status === 200)?.object()).toEqual({
      transaction: digest,
      state: 'issue',
      polls: 0,
    })
    service.advance(1)
    expect((await poll(wallet, token, answer)).status).toBe(200)
    expectError(await post(path, { transaction: digest, outcome: 'deny' }), 409, 'transaction_decided')
    expect((await wallet.view()).events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['credential_deferred', 'deferred_decided', 'deferred_polled', 'credential_issued']),
    )
  })

  it('knows no transaction of another issuer, or of another grant', async () => {
    const [mine, theirs] = [await deferred({ pending: 0 }), await deferred({ pending: 0 })]
    expectError(await poll(theirs.wallet, theirs.token, mine.answer), 400, 'invalid_transaction_id')
    expectError(await poll(theirs.wallet, mine.token, mine.answer), 401, 'invalid_token')
    // Shared issuers defer nothing.
    const fixed = await createHandWallet(service, { issuer_configuration_id: jo })
    expect((await poll(fixed, await fixed.obtainToken(), mine.answer)).status).toBe(404)
    service.advance(5)
    expect((await poll(mine.wallet, mine.token, mine.answer)).status).toBe(200)
  })

  it('never fails on what is no request', async () => {
    const { wallet, token } = await deferred({ pending: 0 })
    for (const body of ['', '[]', 'null', '{"transaction_id":', '{"transaction_id":{"a":[]}}', '\u0000', 'a.b.c.d.e']) {
      const answer = await http({
        method: 'POST',
        path: wallet.path('deferred'),
        headers: [...json, ['Authorization', `DPoP ${token}`], ['DPoP', wallet.dpop('deferred', token)]],
        body,
      })
      expectError(answer, 400, 'invalid_credential_request')
    }
  })

  it.each([
    ['one', {}, 1],
    ['a batch with status, by identifier', { batch: { size: 3 }, status: {}, credential_identifiers: 'always' }, 3],
  ] as const)(
    'is outlasted by no wallet with a refresh token, although its access token is over: %s',
    async (...row) => {
      const [, more, count] = row
      const laboratory = { access_token_seconds: 10, deferred: { interval: 15, pending: 2 }, refresh: {}, ...more }
      const created = (await post('/sessions', request({}, { laboratory }))).object()
      const run = await runAtIssuer({
        deeplink: String(created.deeplink),
        clock: service.now,
        wait: async (millis) => service.advance(millis / 1000),
        trustAnchors: [service.container.keyStore.rootPem()],
      })
      expect([run.outcome, run.reason, run.credentials.length]).toEqual(['credential_stored', null, count])
      expect(run.log.filter(({ step }) => step === 'refresh')).toHaveLength(3)
      const { checks, status } = await read(created.session_id)
      expect(status).toBe('credential_accepted')
      expect(checks.conformance.filter((entry) => entry.status === 'fail')).toEqual([])
      expect(checks.conformance.find(({ id }) => id === 'vci.deferred.refreshes')).toMatchObject({ status: 'pass' })
    },
  )

  it('keeps a session open as long as the wallet is told to wait, and not longer than it is served', async () => {
    const { wallet } = await deferred(
      { interval: 3600 },
      { laboratory: { deferred: { interval: 3600 }, lifetime_seconds: 2000 } },
    )
    service.advance(1500)
    const session = await wallet.view()
    expect(session.status).toBe('credential_deferred')
    service.advance(600)
    expect((await wallet.view()).status).toBe('expired')
  })
})

describe('options of a deferral that no issuer has', () => {
  it.each([
    [{ interval: 0 }, '/laboratory/deferred/interval', undefined],
    [{ interval: 3601 }, '/laboratory/deferred/interval', undefined],
    [{ pending: -1 }, '/laboratory/deferred/pending', undefined],
    [{ pending: 21 }, '/laboratory/deferred/pending', undefined],
    [{ outcome: 'x' }, '/laboratory/deferred/outcome', ['issue', 'deny', 'lose']],
    [{ intervall: 1 }, '/laboratory/deferred/intervall', ['interval', 'pending', 'outcome']],
    [true, '/laboratory/deferred', undefined],
  ])('%j is refused with its place', async (options, member, legal) => {
    const answer = await post('/sessions', { laboratory: { deferred: options } })
    expectError(answer, 400, 'unsupported_laboratory_option')
    expect([answer.object().member, answer.object().legal_values]).toEqual([member, legal])
  })
})

describe('what an issuer says wrong of a transaction', () => {
  it.each(['deferred_other_transaction', 'deferred_no_interval'])(
    '%s is told, and judged by no check',
    async (fault) => {
      const created = (await post('/sessions', { issuer_configuration_id: jo, fault })).object()
      const run = await runAtIssuer({
        deeplink: String(created.deeplink),
        clock: service.now,
        wait: async (millis) => service.advance(millis / 1000),
      })
      expect(run.outcome).toBe('credential_stored')
      const session = await read(created.session_id)
      expect(failed(session)).toEqual([])
      expect(session.laboratory?.options.deferred).toEqual({ interval: 5, pending: 1, outcome: 'issue' })
      const [result] = session.events.filter(({ type }) => type === 'fault_result')
      expect(result?.detail).toMatchObject({ fault, outcome: 'continued' })
    },
  )

  it('another transaction_id works as well as the right one', async () => {
    const { wallet, token, answer } = await deferred({ interval: 1 }, { fault: 'deferred_other_transaction' })
    service.advance(1)
    const told = (await poll(wallet, token, answer)).object()
    expect([told.transaction_id === answer.transaction_id, told.interval]).toEqual([false, 1])
    service.advance(1)
    expect((await poll(wallet, token, told)).status).toBe(200)
    expectError(await poll(wallet, token, answer), 400, 'invalid_transaction_id')
    expect((await wallet.view()).laboratory?.transactions).toHaveLength(1)
  })
})
