import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { covers } from '@/lib/testing/covers'
import type { JsonRecord } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'

/** What a tester may and may not request. */
const service = serviceForTests()
const { http } = service

const create = (body: string, contentType = 'application/json') =>
  http({ method: 'POST', path: '/openid4vp/sessions', headers: [['Content-Type', contentType]], body })
const createWith = (body: JsonObject) => create(JSON.stringify(body))
const read = async (id: unknown) => (await http({ path: `/openid4vp/sessions/${id}` })).object()
const pointersOf = (problems: unknown): unknown[] => (problems as JsonRecord[]).map(({ pointer }) => pointer)

const pid = (changes: JsonObject = {}): JsonObject => ({
  id: 'pid',
  format: 'dc+sd-jwt',
  meta: { vct_values: ['urn:eudi:pid:1'] },
  ...changes,
})
const asking = (...credentials: JsonObject[]): JsonObject => ({ dcql_query: { credentials } })
const without = (member: string): JsonObject => {
  const { [member]: _, ...rest } = pid()
  return rest
}
const mdoc = (changes: JsonObject = {}): JsonObject => ({
  id: 'mdoc',
  format: 'mso_mdoc',
  meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' },
  ...changes,
})
const family = { id: 'a', path: ['family_name'] }
const sets = (...credential_sets: JsonObject[]): JsonObject => ({
  dcql_query: { credentials: [pid()], credential_sets },
})
const entry = (changes: JsonObject): JsonObject => ({ type: 'payment', credential_ids: ['pid'], ...changes })
const transaction = (...transaction_data: (JsonObject | string)[]): JsonObject => ({
  ...asking(pid()),
  transaction_data,
})

describe('what is always refused', () => {
  it.each([
    ['N1', '[]', 'application/json'],
    ['N2', '{"scheme"', 'application/json'],
    ['N3', '{}', 'text/plain'],
  ])('%s: a body that is not a JSON object', async (_row, body, contentType) => {
    const answer = await create(body, contentType)
    expect({ status: answer.status, error: answer.object().error }).toEqual({ status: 400, error: 'invalid_request' })
  })

  covers('A2.19', 'A4.18', 'A7.1')
  it.each([
    ['N4', { scheme: 'wallet' }, 'invalid_deeplink_scheme', '/scheme'],
    ['N4', { scheme: '1abc://' }, 'invalid_deeplink_scheme', '/scheme'],
    ['N4', { scheme: 'openid4vp:' }, 'invalid_deeplink_scheme', '/scheme'],
    ['N4', { scheme: 5 }, 'invalid_deeplink_scheme', '/scheme'],
    ['N5', { scheme: 'javascript://' }, 'invalid_deeplink_scheme', '/scheme'],
    ['N5', { scheme: 'smb://' }, 'invalid_deeplink_scheme', '/scheme'],
    ['N5', { scheme: `${'a'.repeat(65)}://` }, 'invalid_deeplink_scheme', '/scheme'],
    ['N5', { scheme: 'Intent://' }, 'invalid_deeplink_scheme', '/scheme'],
    ['N6', { request_uri_method: 'put' }, 'unsupported_request_uri_method', '/request_uri_method'],
    ['N6', { request_uri_method: 'POST' }, 'unsupported_request_uri_method', '/request_uri_method'],
    ['N7', { request_delivery: 'direct' }, 'unsupported_request_delivery', '/request_delivery'],
    ['N9', { response_type: 'id_token' }, 'unsupported_response_type', '/response_type'],
    ['N9', { response_type: 'id_token vp_token' }, 'unsupported_response_type', '/response_type'],
    ['N10', { response_mode: 'fragment' }, 'unsupported_response_mode', '/response_mode'],
    ['N10', { response_mode: 'dc_api' }, 'unsupported_response_mode', '/response_mode'],
    ['N25', { dcql_query: 'x' }, 'invalid_dcql_query', '/dcql_query'],
    ['N25', { presentation_request: [] }, 'invalid_presentation_request', '/presentation_request'],
    ['N27', { scopes: ['a b'] }, 'invalid_scope', '/scopes'],
    ['N27', { scopes: [''] }, 'invalid_scope', '/scopes'],
    ['N27', { scopes: 'a  b' }, 'invalid_scope', '/scopes'],
    ['N27', { scopes: 5 }, 'invalid_scope', '/scopes'],
    ['N35', { profile: 'haip', response_mode: 'direct_post' }, 'unsupported_response_mode', '/response_mode'],
    ['N35', { profile: 'haip', request_delivery: 'by_value' }, 'unsupported_request_delivery', '/request_delivery'],
    ['N35', { profile: 'x' }, 'invalid_request', '/profile'],
  ])('%s: %j', async (_row, body, error, pointer) => {
    const answer = await createWith(body)
    expect({ status: answer.status, error: answer.object().error, pointer: answer.object().pointer }).toEqual({
      status: 400,
      error,
      pointer,
    })
  })

  it.each(['nonce', 'state'])('N34: a %s that another session has', async (member) => {
    const first = (await createWith({})).object().authorization_request as JsonRecord
    const answer = await createWith({ presentation_request: { [member]: String(first[member]) } })
    expect({ status: answer.status, error: answer.object().error }).toEqual({ status: 400, error: `${member}_in_use` })
  })

  it.each(['nonce', 'state'])('N34: a %s that two ask for at once', async (member) => {
    for (let count = 0; count < 10; count++) {
      const body = { presentation_request: { [member]: `${member}-of-two-at-once-${count}`.padEnd(43, 'x') } }
      const answers = await Promise.all([createWith(body), createWith(body)])
      expect(answers.map(({ status, object }) => object().error ?? status).sort()).toEqual([201, `${member}_in_use`])
    }
  })

  it('N34: those that we draw ourselves are looked for nowhere', async () => {
    const { store } = service.container.ports
    const asked: string[] = []
    const { oneTimeValue, sessionByState } = store
    Object.assign(store, {
      oneTimeValue: (...value: Parameters<typeof oneTimeValue>) => asked.push(value[0]) && oneTimeValue(...value),
      sessionByState: (state: string) => asked.push('state') && sessionByState(state),
    })
    expect((await createWith({ presentation_request: { nonce: 'n'.repeat(22) } })).status).toBe(201)
    expect(asked.splice(0)).toEqual(['vp_nonce'])
    expect((await createWith({})).status).toBe(201)
    expect(asked).toEqual([])
    Object.assign(store, { oneTimeValue, sessionByState })
  })

  it('N36: several bad members are told at once', async () => {
    const answer = await createWith({ scheme: 5, request_delivery: 'x', response_mode: 'x', scopes: 5 })
    expect(answer.status).toBe(400)
    expect(pointersOf(answer.object().errors)).toEqual(['/scheme', '/request_delivery', '/response_mode', '/scopes'])
  })
})

const strict: readonly (readonly [row: string, body: JsonObject, error: string, pointer: string])[] = [
  ['N11', { dcql_query: {} }, 'invalid_dcql_query', '/dcql_query/credentials'],
  ['N11', asking(), 'invalid_dcql_query', '/dcql_query/credentials'],
  ['N12', asking(pid(), pid()), 'invalid_dcql_query', '/dcql_query/credentials/1/id'],
  ['N13', asking(pid({ id: 'a b' })), 'invalid_dcql_query', '/dcql_query/credentials/0/id'],
  ['N13', asking(pid({ id: '' })), 'invalid_dcql_query', '/dcql_query/credentials/0/id'],
  ['N13', asking(without('id')), 'invalid_dcql_query', '/dcql_query/credentials/0/id'],
  ['N14', asking(without('meta')), 'invalid_dcql_query', '/dcql_query/credentials/0/meta'],
  ['N14', asking(pid({ meta: {} })), 'invalid_dcql_query', '/dcql_query/credentials/0/meta/vct_values'],
  ['N14', asking(pid({ meta: { vct_values: [] } })), 'invalid_dcql_query', '/dcql_query/credentials/0/meta/vct_values'],
  ['N15', asking(mdoc({ meta: {} })), 'invalid_dcql_query', '/dcql_query/credentials/0/meta/doctype_value'],
  ...([[], [true], [-1], [1.5], [null]] as (string | number | boolean | null)[][]).map(
    (path) =>
      [
        'N16',
        asking(pid({ claims: [{ path }] })),
        'invalid_dcql_query',
        '/dcql_query/credentials/0/claims/0/path',
      ] as const,
  ),
  ...[['one'], ['one', 'two', 'three']].map(
    (path) =>
      [
        'N16',
        asking(mdoc({ claims: [{ path }] })),
        'invalid_dcql_query',
        '/dcql_query/credentials/0/claims/0/path',
      ] as const,
  ),
  ['N17', asking(pid({ claim_sets: [['a']] })), 'invalid_dcql_query', '/dcql_query/credentials/0/claim_sets'],
  [
    'N17',
    asking(pid({ claims: [{ path: ['family_name'] }], claim_sets: [['a']] })),
    'invalid_dcql_query',
    '/dcql_query/credentials/0/claims/0/id',
  ],
  [
    'N17',
    asking(pid({ claims: [family], claim_sets: [['b']] })),
    'invalid_dcql_query',
    '/dcql_query/credentials/0/claim_sets/0/0',
  ],
  [
    'N17',
    asking(pid({ claims: [family], claim_sets: [[]] })),
    'invalid_dcql_query',
    '/dcql_query/credentials/0/claim_sets/0',
  ],
  [
    'N18',
    asking(pid({ claims: [family, { ...family, id: 'b' }] })),
    'invalid_dcql_query',
    '/dcql_query/credentials/0/claims/1/path',
  ],
  [
    'N18',
    asking(pid({ claims: [family, { ...family, path: ['given_name'] }] })),
    'invalid_dcql_query',
    '/dcql_query/credentials/0/claims/1/id',
  ],
  ['N19', sets({ options: [['nope']] }), 'invalid_dcql_query', '/dcql_query/credential_sets/0/options/0/0'],
  ['N19', sets({ options: [] }), 'invalid_dcql_query', '/dcql_query/credential_sets/0/options'],
  ['N19', sets({ options: [[]] }), 'invalid_dcql_query', '/dcql_query/credential_sets/0/options/0'],
  ...([[], [1.5], [null]] as (number | null)[][]).map(
    (values) =>
      [
        'N20',
        asking(pid({ claims: [{ path: ['family_name'], values }] })),
        'invalid_dcql_query',
        `/dcql_query/credentials/0/claims/0/values${values.length === 0 ? '' : '/0'}`,
      ] as const,
  ),
  [
    'N21',
    asking(pid({ trusted_authorities: [] })),
    'invalid_dcql_query',
    '/dcql_query/credentials/0/trusted_authorities',
  ],
  [
    'N21',
    asking(pid({ trusted_authorities: [{ type: 'aki', values: ['AA=='] }] })),
    'invalid_dcql_query',
    '/dcql_query/credentials/0/trusted_authorities/0/values/0',
  ],
  ['N22', asking(pid({ format: 'ldp_vc' })), 'unsupported_credential_format', '/dcql_query/credentials/0/format'],
  ['N26', { ...asking(pid()), scopes: 'com.example.pid' }, 'conflicting_query', '/scopes'],
  ['N29', { ...asking(pid()), transaction_data: [] }, 'invalid_transaction_data', '/transaction_data'],
  ['N29', { ...asking(pid()), transaction_data: 'x' }, 'invalid_transaction_data', '/transaction_data'],
  ['N29', transaction('%%%'), 'invalid_transaction_data', '/transaction_data/0'],
  ['N29', transaction('e30='), 'invalid_transaction_data', '/transaction_data/0'],
  ['N30', transaction({ credential_ids: ['pid'] }), 'invalid_transaction_data', '/transaction_data/0/type'],
  ['N30', transaction({ type: 'payment' }), 'invalid_transaction_data', '/transaction_data/0/credential_ids'],
  [
    'N30',
    transaction(entry({ credential_ids: ['nope'] })),
    'invalid_transaction_data',
    '/transaction_data/0/credential_ids/0',
  ],
  [
    'N30',
    transaction(entry({ transaction_data_hashes_alg: ['md5'] })),
    'invalid_transaction_data',
    '/transaction_data/0/transaction_data_hashes_alg',
  ],
  [
    'N31',
    {
      ...asking(pid({ require_cryptographic_holder_binding: false })),
      transaction_data: [entry({})],
    },
    'invalid_transaction_data',
    '/transaction_data/0/credential_ids/0',
  ],
  ['N32', { ...asking(pid()), verifier_info: [] }, 'invalid_verifier_info', '/verifier_info'],
  ['N32', { ...asking(pid()), verifier_info: [{ format: 'jwt' }] }, 'invalid_verifier_info', '/verifier_info/0/data'],
  [
    'N32',
    { ...asking(pid()), verifier_info: [{ format: 'jwt', data: 5 }] },
    'invalid_verifier_info',
    '/verifier_info/0/data',
  ],
  [
    'N32',
    { ...asking(pid()), verifier_info: [{ format: 'jwt', data: 'x', credential_ids: ['nope'] }] },
    'invalid_verifier_info',
    '/verifier_info/0/credential_ids/0',
  ],
  ...[
    [{ client_id: 'x' }, 'client_id'],
    [{ response_uri: 'https://thief.example' }, 'response_uri'],
    [{ client_metadata: { jwks: { keys: [] } } }, 'client_metadata/jwks'],
  ].map(
    ([presentation_request, name]) =>
      [
        'N33',
        { presentation_request: presentation_request as JsonObject },
        'forbidden_override',
        `/presentation_request/${name}`,
      ] as const,
  ),
]

describe('what breaks the specification', () => {
  covers('A4.18')
  it.each(strict)('%s: %j is refused on demand', async (_row, body, error, pointer) => {
    const answer = await createWith({ ...body, allow_nonconforming_request: false })
    expect({ status: answer.status, error: answer.object().error, pointer: answer.object().pointer }).toEqual({
      status: 400,
      error,
      pointer,
    })
  })

  it.each(strict)('%s: %j is sent as given otherwise', async (row, body, _error, pointer) => {
    const answer = await createWith(body)
    expect(answer.status).toBe(201)
    const session = await read(answer.object().session_id)
    expect(session.request_conformant).toBe(false)
    expect(pointersOf(session.request_problems)).toContain(pointer)
    const request = session.authorization_request as JsonRecord
    if (row === 'N33') return
    if (body.dcql_query !== undefined) expect(request.dcql_query).toEqual(body.dcql_query)
  })

  it('N33: what only the service sets is replaced, all of it told', async () => {
    const presentation_request = {
      client_id: 'x',
      response_uri: 'https://thief.example',
      iss: 'https://thief.example',
      client_id_scheme: 'redirect_uri',
      client_metadata: { jwks: { keys: [] }, jwks_uri: 'https://thief.example/keys' },
    }
    const created = (await createWith({ presentation_request })).object()
    const request = created.authorization_request as JsonRecord
    expect(request.client_id).toMatch(/^x509_hash:/)
    expect(request.response_uri).toBe(created.response_uri)
    expect(request.client_metadata).toMatchObject({ jwks: { keys: [{ alg: 'ECDH-ES' }] } })
    expect(JSON.stringify(request)).not.toContain('thief')
    expect(request).not.toHaveProperty('client_id_scheme')
    const session = await read(created.session_id)
    expect(pointersOf(session.request_problems)).toEqual([
      '/presentation_request/client_id',
      '/presentation_request/client_id_scheme',
      '/presentation_request/iss',
      '/presentation_request/response_uri',
      '/presentation_request/client_metadata/jwks',
      '/presentation_request/client_metadata/jwks_uri',
      ...['vp_formats_supported', 'encrypted_response_enc_values_supported'].map(
        (name) => `/presentation_request/client_metadata/${name}`,
      ),
      ...['response_type', 'response_mode', 'dcql_query'].map((name) => `/presentation_request/${name}`),
    ])
  })
})

describe('what is odd but allowed', () => {
  it.each(['__proto__', 'constructor'])('N23: a query called %s', async (id) => {
    const answer = await create(
      `{"dcql_query":{"credentials":[{"id":"${id}","format":"dc+sd-jwt","meta":{"vct_values":["urn:eudi:pid:1"]}}]}}`,
    )
    expect(answer.status).toBe(201)
    const session = await read(answer.object().session_id)
    expect(session.request_conformant).toBe(true)
  })

  it('N24: unknown members of a query at each level are sent and told', async () => {
    const extra = { x: 1 }
    const dcql_query = {
      ...extra,
      credentials: [pid({ ...extra, claims: [{ ...family, ...extra }] })],
      credential_sets: [{ options: [['pid']], ...extra }],
    }
    const answer = await createWith({ dcql_query })
    expect(answer.status).toBe(201)
    const session = await read(answer.object().session_id)
    expect(session.request_conformant).toBe(true)
    expect(pointersOf(session.request_problems).sort()).toEqual([
      '/dcql_query/credential_sets/0/x',
      '/dcql_query/credentials/0/claims/0/x',
      '/dcql_query/credentials/0/x',
      '/dcql_query/x',
    ])
  })

  it('N28: a scope alone stands for the query', async () => {
    const answer = await createWith({ scopes: ['com.example.pid'] })
    expect(answer.status).toBe(201)
    expect(answer.object().authorization_request).toMatchObject({ scope: 'com.example.pid' })
    expect(answer.object().authorization_request).not.toHaveProperty('dcql_query')
  })

  it('members that mean nothing here are ignored and told once', async () => {
    const members = { mood: 'fine', check_the_weather: true }
    const answer = await createWith(members)
    expect(answer.status).toBe(201)
    const { events } = await read(answer.object().session_id)
    const created = (events as JsonRecord[]).filter(({ type }) => type === 'vp_session_created')
    expect(created.map(({ detail }) => (detail as JsonRecord).ignored_members)).toEqual([Object.keys(members)])
  })
})
