import { jsonValuesMax } from '@/lib/core/shared/http/limits'
import { transactionEntriesMax } from '@/lib/core/verifier/read/request/read-transaction-data'
import { transactionHashesMax } from '@/lib/core/verifier/read/transaction/read-transaction-hashes'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import type { HttpClient } from '@/lib/testing/http-client'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { base64url, type CostlyRequest, form, jwt, listOf, opaque } from './costly-requests'

const type = 'urn:eudi:pid:1'
const query = (members: object) => ({
  credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: [type] }, ...members }],
})
const presentation = (claims: object): string => `${jwt({ typ: 'dc+sd-jwt' }, { vct: type, ...claims })}~`
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])

/** Responses that are small compared with the work that they cause for a tester's unusual request. */
export function answersToOddRequests(
  service: { readonly baseUrl: string },
  http: HttpClient,
  credential: HeldCredential,
): CostlyRequest[] {
  const answer = (name: string, body: object, vpToken: (index: number) => unknown): CostlyRequest => ({
    name: `response: ${name}`,
    make: async (round) => {
      const made = await createHandPresenter(service, credential, { response_mode: 'direct_post', ...body }, http)
      return form(made.responsePath, [
        ['state', String(made.request.state)],
        ['vp_token', JSON.stringify(vpToken(round))],
      ])
    },
  })
  const signed = (name: string, body: object, change: (claims: Record<string, unknown>) => void): CostlyRequest => ({
    name: `response: ${name}`,
    make: async () => {
      const made = await createHandPresenter(service, credential, { response_mode: 'direct_post', ...body }, http)
      const vpToken = { pid: [made.present({ keyBinding: ({ claims }) => change(claims as Record<string, unknown>) })] }
      return form(made.responsePath, [
        ['state', String(made.request.state)],
        ['vp_token', JSON.stringify(vpToken)],
      ])
    },
  })
  const manyQueries = {
    credentials: listOf(20, (one) => ({
      ...query({ multiple: true, claims: listOf(4, () => ({ path: ['a', null] })) }).credentials[0],
      id: one === 0 ? 'pid' : `q${one}`,
    })),
  }
  const array = (count: number) => ({ pid: [presentation({ a: listOf(count, (index) => index) })] })
  const entries = listOf(transactionEntriesMax, (index) => base64url({ type: 'a', credential_ids: ['pid'], n: index }))
  const hashes = (count: number, alg?: string) => (claims: Record<string, unknown>) =>
    Object.assign(claims, {
      transaction_data_hashes: listOf(count, (index) => opaque(43, `${index}h`)),
      ...(alg === undefined ? {} : { transaction_data_hashes_alg: alg }),
    })
  return [
    answer(
      '200 paths to all elements × 9,000 elements',
      { dcql_query: query({ claims: listOf(200, () => ({ path: ['a', null] })) }) },
      () => array(9000),
    ),
    answer(
      '200 paths to all elements of elements',
      { dcql_query: query({ claims: listOf(200, () => ({ path: ['a', null, null] })) }) },
      () => ({ pid: [presentation({ a: listOf(90, () => listOf(90, () => 1)) })] }),
    ),
    answer(
      '4,000 values × 9,000 elements',
      { dcql_query: query({ claims: [{ path: ['a', null], values: listOf(8000, (index) => 10_000 + index) }] }) },
      () => array(9000),
    ),
    answer(
      '20 queries of 200 claims',
      {
        dcql_query: {
          credentials: listOf(20, (one) => ({
            id: one === 0 ? 'pid' : `q${one}`,
            format: 'dc+sd-jwt',
            meta: { vct_values: [type] },
            claims: listOf(60, () => ({ path: ['a', null] })),
          })),
        },
      },
      () => ({ pid: [presentation({ a: listOf(9000, () => 1) })], q1: [presentation({ a: listOf(9000, () => 1) })] }),
    ),
    answer(
      'claim sets × 9,000 elements',
      {
        dcql_query: query({
          claims: listOf(100, (index) => ({ id: `c${index}`, path: ['a', null], values: [index] })),
          claim_sets: listOf(1000, (index) => [`c${index % 100}`, `c${(index + 1) % 100}`]),
        }),
      },
      () => array(9000),
    ),
    answer('a credential nested 30 deep', { dcql_query: query({}) }, () => ({
      pid: [presentation({ a: nested(30) })],
    })),
    answer(
      '40 presentations × 9,000 elements',
      { dcql_query: query({ multiple: true, claims: [{ path: ['a', null] }] }) },
      () => ({ pid: listOf(40, (one) => presentation({ a: listOf(9000, (index) => (index + one) % 10) })) }),
    ),
    answer('40 presentations × 4,000 members', { dcql_query: query({ multiple: true }) }, () => ({
      pid: listOf(40, (one) =>
        presentation(Object.fromEntries(listOf(4000, (index) => [(index * 64 + one).toString(36), 1]))),
      ),
    })),
    answer('20 presentations × 20 queries of 4 claims', { dcql_query: manyQueries }, () =>
      Object.fromEntries(manyQueries.credentials.map(({ id }) => [id, [presentation({ a: listOf(1000, () => 1) })]])),
    ),
    {
      name: 'response: 12 presentations with 64 Disclosures of 1.6 kB and a wrong sd_hash',
      make: async () => {
        const asked = { response_mode: 'direct_post', dcql_query: query({ multiple: true }) }
        const made = await createHandPresenter(service, credential, asked, http)
        const vpToken = {
          pid: listOf(12, (one) =>
            made.present({
              disclosures: (list) => {
                list.push(...listOf(64, (index) => base64url([`${one}`, `n${index}`, opaque(1600, `${index}d`)])))
              },
              keyBinding: ({ claims }) => Object.assign(claims, { sd_hash: opaque(43) }),
            }),
          ),
        }
        return form(made.responsePath, [
          ['state', String(made.request.state)],
          ['vp_token', JSON.stringify(vpToken)],
        ])
      },
    },
    signed(
      'wrong transaction hashes × entries, as many as may be',
      { dcql_query: query({}), transaction_data: entries },
      hashes(transactionHashesMax),
    ),
    signed(
      'wrong transaction hashes of sha-512 × entries, as many as may be',
      {
        dcql_query: query({}),
        transaction_data: listOf(transactionEntriesMax, (index) =>
          base64url({ type: 'a', credential_ids: ['pid'], transaction_data_hashes_alg: ['sha-512'], n: index }),
        ),
      },
      hashes(transactionHashesMax, 'sha-512'),
    ),
    signed(
      'hashes × lists of hash algorithms',
      {
        dcql_query: query({}),
        transaction_data: listOf(2, (one) =>
          base64url({
            type: 'a',
            credential_ids: ['pid'],
            transaction_data_hashes_alg: ['sha-256', ...listOf(jsonValuesMax / 2 - 10, (index) => `${one}${index}`)],
          }),
        ),
      },
      hashes(transactionHashesMax, 'sha-256'),
    ),
  ]
}
