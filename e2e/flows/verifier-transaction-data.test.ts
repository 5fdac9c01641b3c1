import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { covers } from '@/lib/testing/covers'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { startService, type TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { JsonObject } from '@/lib/wallet/json'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

let service: TestService
let credential: HeldCredential
beforeAll(async () => {
  service = await startService()
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  credential = credentials[0] as HeldCredential
})
afterAll(() => service.close())

const pid = (id: string): JsonObject => ({
  id,
  format: 'dc+sd-jwt',
  meta: { vct_values: ['urn:eudi:pid:1'] },
  claims: [{ path: ['family_name'] }],
})
const payment = (change: JsonObject = {}): JsonObject => ({ type: 'payment', credential_ids: ['pid'], ...change })
const body = (...transaction_data: unknown[]): JsonObject => ({
  dcql_query: { credentials: [pid('pid')] },
  transaction_data,
})
const wallet = (asked: JsonObject) => createHandPresenter(service, credential, asked)
const hash = (data: string | Buffer, algorithm = 'sha256'): string =>
  createHash(algorithm).update(data).digest('base64url')
const statusOf = ({ checks }: PresentationSessionView, id: string): string | undefined =>
  checks.conformance.findLast((entry) => entry.id === id)?.status

describe('transaction data', () => {
  it('that confirms a payment is told to be judged by no check, beside a verdict that finds nothing wrong', async () => {
    const payload = { transaction_id: '8D8AC610', payee: { name: 'Shop', id: 'DE98' }, currency: 'EUR', amount: 12.5 }
    const type = 'urn:eudi:sca:payment:1'
    const presenter = await wallet(body(payment({ type, transaction_data_hashes_alg: ['sha-256'], payload })))
    const run = await runAtVerifier({ deeplink: presenter.created.deeplink, credentials: [credential] })
    expect(run.outcome).toBe('presented')
    const session = await presenter.view()
    expect(session.outcome.id).toMatch(/^passed/)
    expect(session.warnings).toContainEqual(
      expect.stringMatching(/^No check here judges payments .*urn:eudi:sca:payment:1/),
    )
    expect((await (await wallet(body(payment()))).view()).warnings.join()).not.toContain('payments')
  })

  covers('A2.27')
  it('is authorised by the reference wallet, for objects and for strings that are sent as they came', async () => {
    const encoded = Buffer.from(JSON.stringify(payment({ note: 'a  b' }), null, 1)).toString('base64url')
    const presenter = await wallet(body(payment(), encoded))
    const sent = presenter.request.transaction_data as string[]
    expect(sent[1]).toBe(encoded)
    const run = await runAtVerifier({ deeplink: presenter.created.deeplink, credentials: [credential] })
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
    const run = await runAtVerifier({ deeplink: presenter.created.deeplink, credentials: [credential] })
    expect(run.declined).toMatchObject({ error: 'invalid_transaction_data' })
    const session = await presenter.view()
    expect([session.status, statusOf(session, 'vp.error.fits')]).toEqual(['wallet_error', 'pass'])
  })
})
