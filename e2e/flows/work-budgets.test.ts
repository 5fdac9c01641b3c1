import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHttpClient, type HttpAnswer, type HttpClient } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'

/** Small requests that would cost seconds if everything in them were compared with everything else. */
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

const listOf = <Value>(count: number, item: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => item(index))
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = (typ: string, claims: object): string => `${encode({ alg: 'ES256', typ })}.${encode(claims)}.AAAA`
const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

const create = (body: object): Promise<HttpAnswer> =>
  http({
    method: 'POST',
    path: '/openid4vp/sessions',
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify(body),
  })

const query = (claims: readonly object[], more: object = {}) => ({
  credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['v'] }, claims, ...more }],
})
const credential = (claims: object, keyBinding: object = {}): string =>
  `${jwt('dc+sd-jwt', { iss: 'https://issuer.example', vct: 'v', ...claims })}~${jwt('kb+jwt', { nonce: 'n', ...keyBinding })}`

/** Answers a session with presentations; the answer of the service, and what the session says afterwards. */
async function answer(body: object, presentations: (request: Record<string, unknown>) => string[]) {
  const made = await create({ response_mode: 'direct_post', ...body })
  expect(made.status, made.body).toBe(201)
  const created = made.object()
  const request = created.authorization_request as Record<string, unknown>
  const form = { state: String(request.state), vp_token: JSON.stringify({ pid: presentations(request) }) }
  const answered = await http({
    method: 'POST',
    path: new URL(String(request.response_uri)).pathname,
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
    body: new URLSearchParams(form).toString(),
  })
  const read = await http({ path: `/openid4vp/sessions/${created.session_id}` })
  const { checks } = read.object() as unknown as PresentationSessionView
  return { answered, finding: (id: string) => checks.conformance.findLast((entry) => entry.id === id) }
}

describe('an answer', () => {
  it('that takes too many steps to compare is told the limit, and no check of its claims passes', async () => {
    const claims = listOf(200, () => ({ path: ['a', null] }))
    const { answered, finding } = await answer({ dcql_query: query(claims) }, () => [
      credential({ a: listOf(9000, () => 1) }),
    ])
    expectError(answered, 400, 'invalid_presentation')
    const stopped = {
      status: 'not_observed',
      actual: { because: expect.stringContaining('100000 steps (comparisonStepsMax)') },
    }
    expect(finding('vp.dcql.claims_present')).toMatchObject(stopped)
    expect(finding('vp.dcql.path_null_index')).toMatchObject(stopped)
    expect(finding('vp.min.only_requested_sdjwt')).toMatchObject(stopped)
    expect(finding('vp.dcql.vct')).toMatchObject({ status: 'pass' })
  })

  it('whose claims are few enough is compared to the end, with many paths too', async () => {
    const claims = [...listOf(100, (index) => ({ path: ['a', index] })), { path: ['a', null] }]
    const { finding } = await answer({ dcql_query: query(claims) }, () => [credential({ a: listOf(1000, () => 1) })])
    expect(finding('vp.dcql.claims_present')).toMatchObject({ status: 'pass', actual: '101 claims' })
  })

  it('with more values in all its credentials than are looked at is refused by name', async () => {
    const { answered, finding } = await answer({ dcql_query: query([{ path: ['a', null] }], { multiple: true }) }, () =>
      listOf(6, (index) => credential({ index, a: listOf(9000, () => 1) })),
    )
    expectError(answered, 400, 'invalid_presentation')
    expect(finding('vp.sdjwt.compact')).toMatchObject({ status: 'fail' })
    expect(JSON.stringify(finding('vp.sdjwt.compact')?.actual)).toContain('30000 (answerClaimValuesMax)')
  })

  it('may hold a hash of each of as many entries as a request may have', async () => {
    const transaction_data = listOf(500, (index) => encode({ type: 't', credential_ids: ['pid'], index }))
    const { finding } = await answer(
      { dcql_query: query([{ path: ['a'] }]), transaction_data },
      ({ transaction_data: sent }) => [credential({ a: 1 }, { transaction_data_hashes: (sent as string[]).map(hash) })],
    )
    expect(finding('vp.txn.hashes_match')).toMatchObject({ status: 'pass' })
    expect(finding('vp.txn.no_foreign_hashes')).toMatchObject({ status: 'pass' })
  })

  it('with more hashes than that is told how many were compared', async () => {
    const transaction_data = [encode({ type: 't', credential_ids: ['pid'] })]
    const { finding } = await answer(
      { dcql_query: query([{ path: ['a'] }]), transaction_data },
      ({ transaction_data: sent }) => [
        credential({ a: 1 }, { transaction_data_hashes: listOf(501, () => hash(String((sent as string[])[0]))) }),
      ],
    )
    expect(finding('vp.txn.no_foreign_hashes')).toMatchObject({
      status: 'fail',
      expected: 'at most 500 hashes (transactionHashesMax)',
      actual: '501: those after the first 500 were not compared',
    })
  })
})

describe('a request that is asked for', () => {
  const entry = (more: object = {}) => ({ type: 't', credential_ids: ['pid_sd_jwt'], ...more })

  it.each([
    [
      'entries of transaction data',
      listOf(501, () => encode(entry())),
      'more than 500 entries (transactionEntriesMax)',
    ],
    [
      'names of algorithms',
      [0, 1].map((list) => encode(entry({ transaction_data_hashes_alg: listOf(6000, (index) => `${list}${index}`) }))),
      'more than 10000 values together (jsonValuesMax)',
    ],
    [
      'values in one entry',
      [encode(entry({ x: listOf(40_000, () => 1) }))],
      'more than 10000 values together (jsonValuesMax)',
    ],
    ['nesting', [encode(entry({ x: JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) }))], '32 levels (jsonDepthMax)'],
  ])('is refused with too many %s, by the name of the limit', async (_name, transaction_data, limit) => {
    const refused = await create({ transaction_data })
    expect(refused.status).toBe(400)
    expect(refused.object().error_description).toContain(limit)
  })

  it('has 500 problems listed where it has that many', async () => {
    const made = await create({ transaction_data: [encode(entry({ credential_ids: listOf(500, () => 'nobody') }))] })
    expect(made.status).toBe(201)
    const read = await http({ path: `/openid4vp/sessions/${made.object().session_id}` })
    expect(read.object().request_problems).toHaveLength(500)
  })
})
