import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { covers } from '@/lib/testing/covers'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import type { JsonObject } from '@/lib/wallet/json'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

const service = serviceForTests()
let pid: HeldCredential
let card: HeldCredential
beforeAll(async () => {
  const http = createNodeClient()
  const ofPid = await obtainCredential({ origin: service.baseUrl, http })
  pid = ofPid.credentials[0] as HeldCredential
  const type = { id: cardType, format: 'dc+sd-jwt', vct: cardType, claims: { scheme: 'Test scheme' } }
  const created = await fetch(`${service.baseUrl}/sessions`, {
    method: 'POST',
    body: JSON.stringify({ flow: 'pre_authorized_code', laboratory: { credentials: [type] } }),
  })
  const ofCard = await runAtIssuer({ deeplink: (await created.json()).deeplink, http })
  card = ofCard.credentials[0] as HeldCredential
})

const cardType = 'urn:example:payment-card:1'
const pidQuery: JsonObject = {
  id: 'pid',
  format: 'dc+sd-jwt',
  meta: { vct_values: ['urn:eudi:pid:1'] },
  claims: [{ path: ['family_name'] }],
}
const cardQuery: JsonObject = { id: 'card', format: 'dc+sd-jwt', meta: { vct_values: [cardType] } }
const payment = (change: JsonObject = {}): JsonObject => ({ type: 'payment', credential_ids: ['card'], ...change })
const body = (...transaction_data: unknown[]): JsonObject => ({
  dcql_query: { credentials: [cardQuery] },
  transaction_data,
})
const wallet = (asked: JsonObject) => createHandPresenter(service, card, asked)
const hash = (data: string | Buffer, algorithm = 'sha256'): string =>
  createHash(algorithm).update(data).digest('base64url')
const statusOf = ({ checks }: PresentationSessionView, id: string): string | undefined =>
  checks.conformance.findLast((entry) => entry.id === id)?.status

describe('transaction data', () => {
  covers('A2.27')
  it('is authorised by the reference wallet, for objects and for strings that are sent as they came', async () => {
    const encoded = Buffer.from(JSON.stringify(payment({ note: 'a  b' }), null, 1)).toString('base64url')
    const presenter = await wallet(body(payment(), encoded))
    const sent = presenter.request.transaction_data as string[]
    expect(sent[1]).toBe(encoded)
    const run = await runAtVerifier({ deeplink: presenter.created.deeplink, credentials: [card] })
    expect(run.outcome).toBe('presented')
    const session = await presenter.view()
    expect(session.checks).toMatchObject({ presentation_valid: true, transaction_data_verified: true })
    const shown = session.exchanges.flatMap(({ decoded }) => decoded).find(({ kind }) => kind === 'request_object')
    expect(shown?.claims).toMatchObject({
      transaction_data: [
        { decoded: payment(), hashes: { 'sha-256': hash(sent[0] ?? '') } },
        { decoded: payment({ note: 'a  b' }), hashes: { 'sha-256': hash(encoded) } },
      ],
    })
    expect(session.observed.presentations[0]).toMatchObject({
      decoded: { key_binding: { claims: { transaction_data_hashes: sent.map((text) => hash(text)) } } },
      transaction_data: {
        algorithm: 'sha-256',
        entries: sent.map((text, index) => {
          return { index, type: 'payment', hash: hash(text), wallet_hash: hash(text), equal: true }
        }),
        other_hashes: [],
      },
    })
  })

  it.each<readonly [string, (sent: string) => JsonObject, string]>([
    ['no hashes', () => ({}), 'vp.txn.represented'],
    [
      'a hash over the decoded JSON',
      (sent) => ({ transaction_data_hashes: [hash(Buffer.from(sent, 'base64url'))] }),
      'vp.txn.hashes_match',
    ],
    [
      'an algorithm that was not asked for',
      (sent) => ({ transaction_data_hashes: [hash(sent, 'sha512')], transaction_data_hashes_alg: 'sha-512' }),
      'vp.txn.alg_allowed',
    ],
    [
      'a hash too many',
      (sent) => ({ transaction_data_hashes: [hash(sent), hash('another')] }),
      'vp.txn.no_foreign_hashes',
    ],
  ])('N78: answered with %s is refused, and the rest is judged', async (_words, claims, check) => {
    const presenter = await wallet(body(payment()))
    const [sent = ''] = presenter.request.transaction_data as string[]
    const answer = await presenter.answer(
      presenter.payload({ keyBinding: (draft) => void Object.assign(draft.claims, claims(sent)) }),
    )
    expect([answer.status, answer.object().error]).toEqual([400, 'invalid_presentation'])
    expect(answer.object().failed_checks).toContain(check)
    const session = await presenter.view()
    expect(session.checks).toMatchObject({ transaction_data_verified: false, holder_binding_verified: true })
    expect(statusOf(session, 'vp.kb.signature')).toBe('pass')
  })

  it('is compared with each hash that the wallet sent, also with what is none', async () => {
    const presenter = await wallet(body(payment(), payment({ note: 'second' })))
    const [first = '', second = ''] = presenter.request.transaction_data as string[]
    const claims = { transaction_data_hashes: [hash('another'), hash(second), 'Erika', 7] }
    await presenter.answer(presenter.payload({ keyBinding: (draft) => void Object.assign(draft.claims, claims) }))
    const { observed } = await presenter.view()
    expect(observed.presentations[0]?.transaction_data).toEqual({
      algorithm: 'sha-256',
      entries: [
        { index: 0, type: 'payment', hash: hash(first), wallet_hash: hash('another'), equal: false },
        { index: 1, type: 'payment', hash: hash(second), wallet_hash: hash(second), equal: true },
      ],
      other_hashes: ['a text of 5 characters', 'no text'],
    })
  })

  it('is not verified by a hash with an algorithm that the request names and nobody computes here', async () => {
    const presenter = await wallet(body(payment({ transaction_data_hashes_alg: ['md5', 'sha-256'] })))
    const claims = { transaction_data_hashes: [hash('anything')], transaction_data_hashes_alg: 'md5' }
    await presenter.answer(presenter.payload({ keyBinding: (draft) => void Object.assign(draft.claims, claims) }))
    const session = await presenter.view()
    expect(statusOf(session, 'vp.txn.hashes_match')).toBe('not_observed')
    expect(session.checks.transaction_data_verified).toBeNull()
  })

  it('that breaks the specification is sent, and is never the error of the wallet', async () => {
    const presenter = await wallet(body({ type: 'payment', credential_ids: ['nobody'] }))
    expect((await presenter.answer(presenter.payload())).status).toBe(200)
    const session = await presenter.view()
    expect(session.request_conformant).toBe(false)
    expect(statusOf(session, 'vp.txn.represented')).toBe('not_applicable')
    expect(session.checks.transaction_data_verified).toBeNull()
  })

  it('that a wallet declines is an error response that fits', async () => {
    const presenter = await wallet(body(payment({ type: 'a-type-of-its-own' })))
    const run = await runAtVerifier({ deeplink: presenter.created.deeplink, credentials: [card] })
    expect(run.declined).toMatchObject({ error: 'invalid_transaction_data' })
    const session = await presenter.view()
    expect([session.status, statusOf(session, 'vp.error.fits')]).toEqual(['wallet_error', 'pass'])
  })
})

describe('transaction data that only a PID could confirm', () => {
  const overPid = (more: JsonObject = {}): JsonObject => ({
    dcql_query: { credentials: [pidQuery] },
    transaction_data: [payment({ credential_ids: ['pid'] })],
    ...more,
  })
  const asked = (more: JsonObject = {}) => createHandPresenter(service, pid, overPid(more))
  const causeOf = ({ cause }: PresentationSessionView) => cause?.check

  it('a wallet that leaves the hashes out is told to refuse, not to add them', async () => {
    const presenter = await asked()
    const answer = await presenter.answer(presenter.payload({}))
    expect(answer.object().error_description).toContain('refuse with invalid_transaction_data')
    const { cause } = await presenter.view()
    expect(cause?.reason).toBe('vp.txn.represented#of_pid')
    expect(cause?.fix).toMatch(/^Refuse the request with invalid_transaction_data/)
  })

  it.each([
    ['a bare session', {}],
    ['HAIP', { profile: 'haip' }],
    ['the European framework', { trust_framework: 'eu' }],
  ])('in %s: a wallet that refuses passes, one that confirms is answered as ever and fails', async (_words, more) => {
    const refused = await asked(more)
    const wise = await runAtVerifier({ deeplink: refused.created.deeplink, credentials: [pid] })
    expect(wise.declined).toMatchObject({ error: 'invalid_transaction_data' })
    const passed = await refused.view()
    expect([passed.outcome.id, passed.checks.summary.verdict]).toEqual(['passed', 'pass'])
    expect(JSON.stringify(passed.outcome)).toContain('Request refused, as expected')
    expect([statusOf(passed, 'vp.negative.rejected'), statusOf(passed, 'vp.error.fits')]).toEqual(['pass', 'pass'])
    expect(passed.options).toMatchObject({ expect: 'refusal', expect_because: 'pid_key' })
    expect(passed.request_conformant).toBe(true)
    expect(passed.request_problems).toContainEqual({
      code: 'pid_key_asked',
      severity: 'warning',
      pointer: '/transaction_data/0/credential_ids',
      message: 'Only a PID could confirm this; a wallet must not use its key for that (PID Rulebook 1.7, section 5).',
      clause: 'PIDRB-5',
    })

    const taken = await asked(more)
    const careless = await runAtVerifier({
      deeplink: taken.created.deeplink,
      credentials: [pid],
      misbehave: 'vp.txn.pid_key',
      profile: { confirmsWithPid: true },
    })
    expect(careless.outcome).toBe('presented')
    const failed = await taken.view()
    expect(failed.status).toBe('presentation_validated')
    expect(failed.checks).toMatchObject({ presentation_valid: true, transaction_data_verified: true })
    expect([failed.checks.summary.verdict, causeOf(failed)]).toEqual(['fail', 'vp.txn.pid_key'])
    expect(statusOf(failed, 'vp.negative.rejected')).toBe('fail')
  })

  it('expects an answer where the tester says so, and a PID that confirms fails all the same', async () => {
    const presenter = await asked({ expect: 'answer' })
    await runAtVerifier({
      deeplink: presenter.created.deeplink,
      credentials: [pid],
      profile: { confirmsWithPid: true },
    })
    const session = await presenter.view()
    expect([session.options.expect, session.options.expect_because]).toEqual(['answer', undefined])
    expect(statusOf(session, 'vp.negative.rejected')).toBe('not_applicable')
    expect([session.checks.summary.verdict, causeOf(session)]).toEqual(['fail', 'vp.txn.pid_key'])
  })

  it('is refused by a session that expects a refusal in so many words, as before', async () => {
    const presenter = await asked({ expect: 'refusal' })
    const answer = await presenter.answer(presenter.payload())
    expect([answer.status, answer.object().error]).toEqual([400, 'request_should_have_been_rejected'])
  })

  it('may name a card beside it: then the wallet has to choose the card', async () => {
    const more = {
      dcql_query: { credentials: [pidQuery, cardQuery] },
      transaction_data: [payment({ credential_ids: ['pid', 'card'] })],
    }
    const presenter = await asked(more)
    expect((await presenter.view()).request_problems.map(({ code }) => code)).not.toContain('pid_key_asked')
    const chooses = await runAtVerifier({ deeplink: presenter.created.deeplink, credentials: [pid, card] })
    expect(chooses.outcome).toBe('presented')
    const right = await presenter.view()
    expect([right.options.expect, right.checks.summary.verdict]).toEqual(['answer', 'pass'])
    const other = await asked(more)
    await runAtVerifier({
      deeplink: other.created.deeplink,
      credentials: [pid, card],
      profile: { confirmsWithPid: true },
    })
    expect(causeOf(await other.view())).toBe('vp.txn.pid_key')
  })
})
