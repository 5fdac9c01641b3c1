import type { HttpClient } from '@/lib/testing/http-client'
import { base64url, type CostlyRequest, json, listOf, opaque } from './costly-requests'

const create = (body: unknown) => json('/openid4vp/sessions', JSON.stringify(body))
const made = (name: string, body: unknown): CostlyRequest => ({
  name: `POST /openid4vp/sessions: ${name}`,
  make: () => create(body),
})
const short = (index: number): string => index.toString(36)
const path = (member: string) => ({ path: [member] })
const query = (members: object = {}) => ({
  credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, ...members }],
})

/**
 * A request with as many mistakes as fit: one entry of transaction data holds more than a hundred thousand unknown
 * credential ids.
 */
export const manyProblems = {
  dcql_query: query(),
  presentation_request: {
    client_metadata: { encrypted_response_enc_values_supported: listOf(4000, short) },
  },
  transaction_data: [base64url({ type: 'a', credential_ids: listOf(120_000, () => 'x') })],
}

const listsOfAlgorithms = ['a', 'b'].map((letter) =>
  base64url({
    type: 'a',
    credential_ids: ['pid'],
    transaction_data_hashes_alg: listOf(38_000, (index) => letter + short(index)),
  }),
)

/** Everything that a tester can create, at maximum size. */
export const creations = (): CostlyRequest[] => [
  made('995 kB of request problems', manyProblems),
  made('995 kB of request problems, strict', { ...manyProblems, allow_nonconforming_request: false }),
  made('two disjoint lists of hash algorithms', { dcql_query: query(), transaction_data: listsOfAlgorithms }),
  made('1 MB of scopes', { scopes: listOf(200_000, short).join(' ') }),
  made('1 MB of scopes, by value', { scopes: listOf(200_000, short).join(' '), request_delivery: 'by_value' }),
  made('1 MB of one scope', { scopes: opaque(1_040_000) }),
  made('1 MB of spaces as scopes', { scopes: ' '.repeat(1_040_000) }),
  made('1 MB of scope in the request', { presentation_request: { scope: listOf(200_000, short).join(' ') } }),
  made('an ID Token with 1 MB of scope', {
    response_type: 'vp_token id_token',
    presentation_request: { scope: listOf(200_000, short).join(' ') },
  }),
  made('9,900 scopes', { scopes: listOf(9900, (index) => opaque(90, short(index))) }),
  made('ids of transaction data × credential queries', {
    dcql_query: { credentials: listOf(2000, (index) => ({ id: `q${index}`, format: 'x', meta: {} })) },
    transaction_data: [base64url({ type: 'a', credential_ids: listOf(100_000, () => 'x') })],
  }),
  made('ids of verifier_info × credential queries', {
    dcql_query: { credentials: listOf(2000, (index) => ({ id: `q${index}` })) },
    verifier_info: [{ format: 'a', data: 'b', credential_ids: listOf(3900, (index) => `x${index}`) }],
  }),
  made('9,000 entries of transaction data', {
    dcql_query: query(),
    transaction_data: listOf(9000, (index) => base64url({ type: 'a', credential_ids: ['pid'], n: index })),
  }),
  made('claim sets', {
    dcql_query: query({
      claims: listOf(200, (index) => ({ id: `c${index}`, ...path('a') })),
      claim_sets: [listOf(9000, (index) => `c${index % 200}`)],
    }),
  }),
  made('a query of 995 kB with an id in every problem', {
    dcql_query: query({
      claims: listOf(200, (index) => ({ id: opaque(4500, `${index}i`), ...path('a') })),
      claim_sets: [['x']],
    }),
  }),
  made('names of 995 kB that are not known', {
    dcql_query: Object.fromEntries(listOf(9000, (index) => [opaque(100, `${index}n`), 1])),
  }),
  made('9,900 unknown members', Object.fromEntries(listOf(9900, (index) => [opaque(95, `${index}n`), 1]))),
  {
    name: 'POST /openid4vp/sessions: 4,900 names twice',
    make: () =>
      json('/openid4vp/sessions', `{${listOf(4900, (index) => `"${short(index)}":1,"${short(index)}":1`).join()}}`),
  },
  made('10 trust anchors', { trust_anchors: listOf(10, () => 'MIIB'.repeat(4096)) }),
  // Any of them may be a value of this service, so that each is looked up.
  made('23,000 words as long as a nonce', {
    presentation_request: { extra: listOf(23_000, (index) => opaque(43, short(index))).join(' ') },
  }),
  made('1 MB by value', { presentation_request: { extra: opaque(1_000_000) }, request_delivery: 'by_value' }),
  ...['bad_signature', 'signed_by_other_key', 'unknown_member'].map((negative_test) =>
    made(`1 MB with ${negative_test}`, { negative_test, presentation_request: { extra: opaque(1_000_000) } }),
  ),
  ...[
    ['9,900 unknown members', Object.fromEntries(listOf(9900, (index) => [opaque(95, `${index}n`), 1]))],
    ['9,000 values in each member', { flow: listOf(4000, short), credential_offer_mode: listOf(4000, short) }],
  ].map(([name, body]) => ({
    name: `POST /sessions: ${name}`,
    make: () => json('/sessions', JSON.stringify(body)),
  })),
  ...[
    ['wrong presets', { wallet: { name: 'a', version: 'b' }, presets: listOf(9000, short) }],
    ['presets of wrong types', { wallet: { name: 'a', version: 'b' }, presets: listOf(9000, () => 1) }],
    ['long names', { wallet: { name: opaque(30_000), version: opaque(30_000) }, campaign: 'x' }],
    ['spaces without width', { wallet: { name: '\u200b'.repeat(20_000), version: 'x' }, campaign: 'x' }],
  ].map(([name, body]) => ({
    name: `POST /campaigns: ${name}`,
    make: () => json('/campaigns', JSON.stringify(body)),
  })),
  {
    name: 'POST /coverage/results: wrong members',
    make: () =>
      json('/coverage/results', JSON.stringify({ results: listOf(4000, () => 1), wallet: listOf(3000, short) })),
  },
]

/** Creates sessions with requests of maximum size. Returns their ids by name. */
export async function makeHeavyPresentations(http: HttpClient): Promise<Readonly<Record<string, string>>> {
  const bodies = {
    problems: manyProblems,
    scopes: { scopes: listOf(200_000, short).join(' ') },
    'by value': { presentation_request: { extra: opaque(1_000_000) }, request_delivery: 'by_value' },
    values: { presentation_request: { extra: listOf(9000, (index) => opaque(100, short(index))) } },
    test: { presentation_request: { extra: opaque(1_000_000) }, negative_test: 'bad_signature' },
  }
  const ids: Record<string, string> = {}
  for (const [name, body] of Object.entries(bodies)) {
    const answer = await http(create(body))
    if (answer.status === 201) ids[name] = String(answer.object().session_id)
  }
  return ids
}

/** The requests that read such sessions. */
export const readsOfHeavy = (ids: Readonly<Record<string, string>>, pages: boolean): CostlyRequest[] =>
  Object.entries(ids).flatMap(([name, id]) => {
    const base = `/openid4vp/sessions/${id}`
    const read = (path: string): CostlyRequest => ({
      name: `GET ${path.replace(id, `{${name}}`)}`,
      make: () => ({ path, headers: path.startsWith('/inspect') ? [['Accept', 'text/html']] : [] }),
    })
    return [
      read(base),
      read(`${base}/request`),
      read(`${base}/deeplink`),
      read(`${base}/events`),
      ...['json', 'junit', 'md', 'html', 'har'].map((format) => read(`${base}/report?format=${format}`)),
      ...(pages ? [read(`/inspect/presentation/${id}`)] : []),
    ]
  })
