import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import { type HttpAnswer, type JsonRecord, jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

const key = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  use: 'enc',
}

describe('members of the other implementation', () => {
  const service = serviceForTests()
  const { http } = service

  const presentation = (body: JsonRecord): Promise<HttpAnswer> => http(jsonPost('/openid4vp/sessions', body))
  const read = async (path: string): Promise<JsonRecord> => (await http({ path })).object()
  const created = async (body: JsonRecord): Promise<JsonRecord> => {
    const answer = await presentation(body)
    expect([answer.status, answer.body]).toEqual([201, expect.anything()])
    expect(answer.header('Ignored-Members')).toBeNull()
    return answer.object()
  }
  const view = async ({ session_id: id }: JsonRecord): Promise<JsonRecord> => read(`/openid4vp/sessions/${id}`)
  const mutationsOf = async (session: JsonRecord) => (await view(session)).mutations as JsonRecord
  const fetched = async ({ session_id: id }: JsonRecord): Promise<string> =>
    (await http({ path: `/openid4vp/sessions/${id}/request` })).body
  /** Lets the reference wallet answer. */
  const wallet = async ({ deeplink }: JsonRecord): Promise<void> => {
    const client = createNodeClient()
    const { credentials } = await obtainCredential({ origin: service.baseUrl, http: client })
    const { outcome } = await runAtVerifier({
      deeplink: String(deeplink),
      http: client,
      credentials: [...credentials],
      profile: { followRedirect: false },
    })
    expect(outcome).toBe('presented')
  }
  const linkOf = ({ deeplink }: JsonRecord) => new URLSearchParams(String(deeplink).split('?')[1])

  /** The request that a body and its `instead` lead to. */
  const insteadOf = async (path: string, body: JsonRecord, pointer: string): Promise<JsonRecord> => {
    const refused = await http(jsonPost(path, body))
    expect([refused.status, refused.body]).toEqual([400, expect.stringContaining('"instead"')])
    const { instead, pointer: told } = refused.object()
    expect(told).toBe(pointer)
    const answer = await http(jsonPost(path, instead as JsonRecord))
    expect([answer.status, answer.body]).toEqual([201, expect.anything()])
    return answer.object()
  }

  it.each<[string, string, unknown]>([
    ['/openid4vp/sessions', 'client_id_scheme', 'entity_id'],
    ['/openid4vp/sessions', 'allow_undecryptable_response', 'yes'],
    ['/openid4vp/sessions', 'redirect_uri', 'https://elsewhere.example/'],
    ['/openid4vp/sessions', 'request_behavior', { signature: 'blue' }],
    ['/openid4vp/sessions', 'response_scenario', { colour: 'blue' }],
    ['/openid4vp/sessions', 'request_mutation', { other: {} }],
    ['/openid4vp/sessions', 'status_list_enabled', true],
    ['/sessions', 'status_reference', 'blue'],
    ['/sessions', 'fixture_id', 'other'],
  ])('that are wrong at %s are called by their name: %s', async (path, member, value) => {
    const { error_description: told } = (await http(jsonPost(path, { [member]: value }))).object()
    expect(told).toMatch(new RegExp(`^The member ${member}\\b`))
  })

  it('name values of the requirement, with a body that makes each', async () => {
    const vp = '/openid4vp/sessions'
    const deleted = await insteadOf(vp, { request_uri_method: 'DELETE', scheme: 'haip-vp://' }, '/request_uri_method')
    expect(linkOf(deleted).get('request_uri_method')).toBe('DELETE')
    expect(deleted.scheme).toBe('haip-vp://')
    const plain = await insteadOf(vp, { request_delivery: 'plain' }, '/request_delivery')
    expect([...linkOf(plain).keys()]).toEqual(
      expect.arrayContaining(['client_id', 'nonce', 'response_uri', 'dcql_query']),
    )
    expect(linkOf(plain).get('client_id')).toMatch(/^redirect_uri:/)
    const named = { request_delivery: 'plain', client_id_scheme: 'x509_hash' }
    const unsigned = await insteadOf(vp, named, '/request_delivery')
    expect(linkOf(unsigned).get('client_id')).toMatch(/^x509_hash:/)
    expect(linkOf(unsigned).get('request_uri')).toBeNull()
    expect(linkOf(unsigned).get('nonce')).toBeTruthy()
    for (const [mode, encrypted] of [
      ['dc_api', false],
      ['dc_api.jwt', true],
    ] as const) {
      const browser = await insteadOf(vp, { response_mode: mode }, '/response_mode')
      expect(browser.authorization_request).toMatchObject({ response_mode: mode })
      expect(browser.response_mode === 'direct_post.jwt').toBe(encrypted)
    }
  })

  it('that only the service sets come with a body that sends them', async () => {
    const body = { presentation_request: { aud: 'nobody', client_metadata: { jwks: { keys: [key] } } } }
    const { request_problems: problems } = (await view(await created(body))) as { request_problems: JsonRecord[] }
    const overrides = problems.filter(({ code }) => code === 'forbidden_override')
    expect(overrides.map(({ pointer }) => pointer)).toEqual([
      '/presentation_request/aud',
      '/presentation_request/client_metadata/jwks',
    ])
    const { authorization_request: sent } = await created(overrides[0]?.instead as JsonRecord)
    expect(sent).toMatchObject({ aud: 'nobody', client_metadata: { jwks: { keys: [key] } } })
    const foreign = await created({ presentation_request: { response_uri: 'https://example.com/' } })
    expect((await view(foreign)).request_problems).toMatchObject([{ code: 'forbidden_override' }])
    expect(JSON.stringify((await view(foreign)).request_problems)).not.toContain('instead')
  })

  it.each([
    [{ presentation_request: { nonce: null } }, 'nonce', 'missing_nonce', '/presentation_request/nonce'],
    [{ dcql_query: null }, 'dcql_query', 'no_query', '/dcql_query'],
    [{ presentation_request: { dcql_query: null } }, 'dcql_query', 'no_query', '/presentation_request/dcql_query'],
    [{ presentation_request: { state: null } }, 'state', 'no_state', '/presentation_request/state'],
  ])('that are free go out as given: %j', async (body, name, test, pointer) => {
    const session = await created(body)
    expect(Object.keys(session)).toHaveLength(10)
    expect(session.authorization_request).not.toHaveProperty(name)
    expect(decodeJwt(await fetched(session))).not.toHaveProperty(name)
    const { mutations, request_problems: problems } = await view(session)
    expect(mutations).toMatchObject({ same_as: test, source: pointer.split('/')[1] })
    expect(problems).toContainEqual(expect.objectContaining({ pointer }))
  })

  it('take any text for a nonce', async () => {
    const session = await created({ presentation_request: { nonce: 'a b "c' } })
    expect(decodeJwt(await fetched(session)).nonce).toBe('a b "c')
    expect(await mutationsOf(session)).toMatchObject({ same_as: 'bad_nonce_charset', source: 'presentation_request' })
    const strict = { presentation_request: { nonce: null }, allow_nonconforming_request: false }
    expect((await presentation(strict)).object()).toMatchObject({ pointer: '/presentation_request/nonce' })
  })

  it('choose the client id, and refuse two that differ', async () => {
    const session = await created({ client_id_scheme: 'x509_hash' })
    expect(session.authorization_request).toMatchObject({ client_id: expect.stringMatching(/^x509_hash:/) })
    for (const body of [
      { client_id_scheme: 'other' },
      { client_id_scheme: 'x509_hash', client_id_prefix: 'redirect_uri' },
    ])
      expect((await presentation(body)).object()).toMatchObject({
        error: 'unsupported_member',
        pointer: '/client_id_scheme',
      })
  })

  it('merge metadata one level deep, and keep our key unless told otherwise', async () => {
    const narrow = await created({ client_metadata: { encrypted_response_enc_values_supported: ['A128GCM'] } })
    expect(narrow.authorization_request).toMatchObject({
      client_metadata: {
        encrypted_response_enc_values_supported: ['A128GCM'],
        jwks: { keys: [expect.anything()] },
        vp_formats_supported: expect.anything(),
      },
    })
    const without = await created({ client_metadata: { vp_formats_supported: null } })
    expect(without.authorization_request).not.toHaveProperty('client_metadata.vp_formats_supported')
    const none = await created({ client_metadata: null, response_mode: 'direct_post' })
    expect(none.authorization_request).not.toHaveProperty('client_metadata')
    for (const [body, pointer] of [
      [{ client_metadata: null }, '/client_metadata'],
      [{ client_metadata: { jwks: { keys: [key] } } }, '/client_metadata/jwks'],
      [{ client_metadata: { jwks: null } }, '/client_metadata/jwks'],
      [{ allow_undecryptable_response: true }, '/client_metadata'],
    ] as const)
      expect((await presentation(body)).object()).toMatchObject({ error: 'invalid_client_metadata', pointer })
    const allowed = { allow_undecryptable_response: true }
    expect((await presentation({ client_metadata: { nothing_there: null } })).object()).toMatchObject({
      error: 'invalid_mutation',
      pointer: '/client_metadata/nothing_there',
    })
    expect((await presentation({ client_metadata: { jwks_uri: 'https://keys.example/' } })).object()).toMatchObject({
      error: 'invalid_mutation',
      errors: [{ code: 'foreign_address', pointer: '/client_metadata/jwks_uri' }],
    })
    const other = await created({ ...allowed, client_metadata: { jwks: { keys: [key] } } })
    expect(other.authorization_request).toMatchObject({ client_metadata: { jwks: { keys: [key] } } })
    expect((await view(other)).events).toContainEqual(
      expect.objectContaining({
        type: 'vp_undecryptable_response_allowed',
        detail: { verifier_encryption_key_published: false },
      }),
    )
    expect(await mutationsOf(await created({ ...allowed, client_metadata: { jwks: null } }))).toMatchObject({
      same_as: 'no_enc_jwks',
    })
  })

  it('change the request, its header and the link as data', async () => {
    const request_mutation = {
      request_object: { set: { '/dcql_query/credentials/0/id': 'é' }, unset: ['/response_uri'] },
      request_object_header: { set: { '/typ': 'jwt' } },
      outer_request: { set: { '/more': 'x' } },
      verification_applies: false,
    }
    const session = await created({ request_mutation })
    const jws = await fetched(session)
    expect(decodeProtectedHeader(jws).typ).toBe('jwt')
    expect(decodeJwt(jws)).not.toHaveProperty('response_uri')
    expect(decodeJwt(jws)).toHaveProperty('dcql_query.credentials.0.id', 'é')
    expect(linkOf(session).get('more')).toBe('x')
    const shown = await view(session)
    expect(shown).toMatchObject({ request_mutation, mutations: { source: 'request_mutation', expect: 'report' } })
    expect(shown.events).toContainEqual(expect.objectContaining({ type: 'vp_request_mutation_applied' }))
    const unset = await presentation({ request_mutation: { request_object: { unset: ['/nothing'] } } })
    expect(unset.object()).toMatchObject({
      error: 'invalid_mutation',
      pointer: '/request_mutation/request_object/unset/0',
      errors: [{ code: 'path_missing' }],
    })
    for (const [body, pointer] of [
      [{ request_mutation: { inner: {} } }, '/request_mutation/inner'],
      [{ request_mutation: { request_object: { put: {} } } }, '/request_mutation/request_object/put'],
      [{ request_mutation: [] }, '/request_mutation'],
    ] as const)
      expect((await presentation(body)).object()).toMatchObject({ error: 'unsupported_member', pointer })
  })

  it('change the signature, the certificates and the reply to a fetch', async () => {
    const corrupt = await created({ request_behavior: { signature: 'corrupt' } })
    const unrelated = await created({ request_behavior: { signing_key: 'unrelated' } })
    expect((await mutationsOf(corrupt)).operations).toEqual([{ target: 'signature', op: 'corrupt' }])
    expect((await mutationsOf(unrelated)).operations).toEqual([{ target: 'signature', op: 'other_key' }])
    for (const [request_behavior, test] of [
      [{ certificate_chain: 'unrelated_self_signed' }, 'self_signed_leaf'],
      [{ certificate_chain: 'untrusted_root' }, 'untrusted_chain'],
      [{ certificate_chain: 'incomplete_chain' }, 'incomplete_chain'],
      [{ wallet_nonce: 'mismatch' }, 'wallet_nonce_wrong'],
      [{ wallet_nonce: 'omit' }, 'wallet_nonce_missing'],
      [{ wallet_nonce: 'echo' }, null],
      [{ request_object_encryption: 'none' }, 'request_not_encrypted'],
    ] as const) {
      const shown = await view(await created({ request_behavior }))
      expect(shown).toMatchObject({ request_behavior, options: { negative_test: test } })
      expect(shown.events).toContainEqual(expect.objectContaining({ type: 'vp_request_behavior_applied' }))
    }
    const reply = { status: 404, content_type: 'text/plain', body: 'gone' }
    const gone = await created({ request_behavior: { request_uri_response: reply } })
    const answer = await http({ path: `/openid4vp/sessions/${gone.session_id}/request` })
    expect([answer.status, answer.header('Content-Type'), answer.body]).toEqual([404, 'text/plain', 'gone'])
    for (const [body, code, pointer] of [
      [{ request_behavior: { signature: 'none' } }, 'unsupported_member', '/request_behavior/signature'],
      [{ request_behavior: { mood: 'x' } }, 'unsupported_member', '/request_behavior/mood'],
      [
        { request_behavior: { certificate_chain: 'incomplete_chain', wallet_nonce: 'omit' } },
        'conflicting_options',
        '/request_behavior',
      ],
      [
        { request_behavior: { signature: 'corrupt' }, client_id_scheme: 'redirect_uri' },
        'invalid_mutation',
        '/request_behavior/signature',
      ],
    ] as const)
      expect((await presentation(body)).object()).toMatchObject({ error: code, pointer })
    const both = await created({ request_behavior: { signature: 'corrupt', signing_key: 'unrelated' } })
    expect((await mutationsOf(both)).operations).toHaveLength(2)
  })

  it('change the signature and its key at once', async () => {
    const both = await created({ request_behavior: { signature: 'corrupt', signing_key: 'unrelated' } })
    expect(await mutationsOf(both)).toMatchObject({
      differences: [{ is: 'corrupt' }, { is: 'other_key' }],
      same_as: null,
      expect: 'report',
    })
  })

  it('change our answer to a response', async () => {
    const response_scenario = { status: 400, extra_parameters: { error: 'invalid_request' } }
    const session = await created({ response_scenario })
    const shown = await view(session)
    expect(shown).toMatchObject({ response_scenario, mutations: { source: 'response_scenario' } })
    expect(shown.events).toContainEqual(expect.objectContaining({ type: 'vp_response_scenario_selected' }))
    expect((await presentation({ response_scenario: { delay: 5 } })).object()).toMatchObject({
      error: 'unsupported_member',
      pointer: '/response_scenario/delay',
    })
  })

  it('send the browser to an address of ours, and count its visits', async () => {
    const session = await created({ redirect_uri: '{{base_url}}/openid4vp/redirect', response_mode: 'direct_post' })
    const { pathname, search, origin, searchParams } = new URL(String(session.redirect_uri))
    expect([origin, pathname]).toEqual([service.baseUrl, '/openid4vp/redirect'])
    expect(searchParams.get('response_code')).toMatch(/^[\w-]{22}$/)
    const visit = (query: string) => http({ path: `/openid4vp/redirect${query}` })
    expect((await visit(search)).status).toBe(404)
    await wallet(session)
    expect(await view(session)).toMatchObject({ redirect_uri_visited_at: null, redirect_uri_visit_count: 0 })
    expect((await visit('?response_code=other')).status).toBe(404)
    expect((await visit('')).status).toBe(404)
    expect((await visit(`${search}&more=1`)).status).toBe(200)
    expect((await visit(search)).status).toBe(200)
    const shown = await view(session)
    expect(shown).toMatchObject({ redirect_uri_visited_at: expect.any(String), redirect_uri_visit_count: 2 })
    const visits = (shown.events as JsonRecord[]).filter(({ type }) => type === 'vp_redirect_uri_visited')
    expect(visits.map(({ detail }) => detail)).toMatchObject([
      { visit_count: 1, further_parameters: ['more'] },
      { visit_count: 2 },
    ])
    const nobody = await created({ redirect_uri: 'https://verifier.test/back?x=1' })
    expect(String(nobody.redirect_uri)).toMatch(/^https:\/\/verifier\.test\/back\?x=1&response_code=/)
    await insteadOf('/openid4vp/sessions', { redirect_uri: 'https://example.com/' }, '/redirect_uri')
  })

  it('leave out what only the service sets, if told so with null', async () => {
    for (const name of ['aud', 'client_id', 'response_uri', 'iat', 'exp']) {
      const session = await created({ presentation_request: { [name]: null } })
      expect(decodeJwt(await fetched(session))).not.toHaveProperty(name)
      expect(session.authorization_request).not.toHaveProperty(name)
      const shown = await view(session)
      expect(shown.mutations).toMatchObject({ source: 'presentation_request' })
      expect(shown.request_problems).toContainEqual(
        expect.objectContaining({ pointer: `/presentation_request/${name}` }),
      )
    }
    expect(await mutationsOf(await created({ presentation_request: { client_id: null } }))).toMatchObject({
      same_as: 'missing_client_id',
    })
    const word = await created({ presentation_request: { client_id: 'nobody' } })
    const [problem] = (await view(word)).request_problems as JsonRecord[]
    expect((await created(problem?.instead as JsonRecord)).authorization_request).toMatchObject({ client_id: 'nobody' })
  })

  it('show what was delivered, without its signature', async () => {
    const request_mutation = { request_object: { set: { '/more': 'x' } }, outer_request: { set: { '/more': 'y' } } }
    const session = await created({ request_mutation })
    const rawOf = async () => (await view(session)).raw as JsonRecord
    expect(await rawOf()).toMatchObject({
      authorization_request_jwt: null,
      outer_request_delivered: { more: 'y', request_uri: session.request_uri },
    })
    const sent = await fetched(session)
    const jwt = String((await rawOf()).authorization_request_jwt)
    expect(jwt.split('.').slice(0, 2)).toEqual(sent.split('.').slice(0, 2))
    expect(jwt.split('.')[2]).toBe('redacted')
    const value = await created({ request_mutation, request_delivery: 'by_value' })
    const { authorization_request_jwt: text, outer_request_delivered: outer } = (await view(value)).raw as JsonRecord
    expect(outer).toMatchObject({ request: text, more: 'y' })
    expect(decodeJwt(String(text))).toMatchObject({ more: 'x', nonce: expect.any(String) })
    const replied = await created({ request_behavior: { request_uri_response: { body: null, status: 204 } } })
    expect(await fetched(replied)).toBe('')
    expect((await view(replied)).raw).toMatchObject({ authorization_request_jwt: null })
  })

  it('are refused at the place that the tester wrote', async () => {
    const private_ = { ...key, d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI' }
    const many = Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`/m${index}`, index]))
    const deep = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`)
    for (const [body, error, codes] of [
      [
        { request_behavior: { wallet_nonce: 'omit' }, request_uri_method: 'get' },
        'invalid_request',
        ['invalid_request /request_behavior/wallet_nonce'],
      ],
      [
        { allow_undecryptable_response: true, client_metadata: { jwks: { keys: [private_] } } },
        'invalid_mutation',
        ['private_key /client_metadata/jwks'],
      ],
      [
        { request_mutation: { request_object: { set: { '/k': private_ } } } },
        'invalid_mutation',
        ['private_key /request_mutation/request_object/set/~1k'],
      ],
      [{ request_mutation: { request_object: { set: many } } }, 'invalid_mutation', ['too_large /request_mutation']],
      [
        { mutations: [{ target: 'request_object', op: 'put', path: '/a', value: deep }] },
        'invalid_mutation',
        ['too_large /mutations'],
      ],
      [
        { request_mutation: { request_object: { set: { '/a': 1 } } }, negative_test: 'wrong_typ' },
        'conflicting_options',
        ['conflicting_options /request_mutation'],
      ],
      [{ expect: 'report' }, 'invalid_request', ['invalid_request /expect']],
      [
        { client_metadata: { logo_uri: 'https://logo.example/' } },
        'invalid_mutation',
        ['foreign_address /client_metadata/logo_uri'],
      ],
      [
        { mutations: [{ target: 'link', op: 'put', path: '/more', value: 5 }] },
        'invalid_mutation',
        ['illegal_value /mutations/0/value'],
      ],
    ] as const) {
      const refused = (await presentation(body as unknown as JsonRecord)).object()
      const errors = refused.errors as JsonRecord[]
      expect([refused.error, errors.map(({ code, pointer }) => `${code} ${pointer}`)]).toEqual([error, codes])
    }
  })

  it('are done in their order: options first, then what changes the request', async () => {
    const set = { request_object: { set: { '/nonce': 'x', '/state': 'a-state-of-mine' } } }
    const body = { presentation_request: { nonce: null }, request_mutation: set }
    const session = await created(body)
    expect(decodeJwt(await fetched(session))).toMatchObject({ nonce: 'x', state: 'a-state-of-mine' })
    expect((await presentation(body)).object()).toMatchObject({
      error: 'state_in_use',
      pointer: '/request_mutation/request_object/set/~1state',
    })
    const nowhere = [{ target: 'request_object', op: 'remove', path: '/nowhere' }]
    expect((await presentation({ presentation_request: { nonce: null }, mutations: nowhere })).object()).toMatchObject({
      errors: [{ code: 'path_missing', pointer: '/mutations/0/path' }],
    })
  })

  it.each([
    { client_id_scheme: 'x509_hash' },
    { redirect_uri: '{{base_url}}/openid4vp/redirect' },
    { response_scenario: { status: 500 } },
  ])('show what was delivered with each of them: %j', async (body) => {
    const { raw, events } = await view(await created(body))
    expect(raw).toHaveProperty('outer_request_delivered.request_uri')
    const selected = (events as JsonRecord[]).find(({ type }) => type === 'vp_response_scenario_selected')
    expect(selected?.detail).toEqual('response_scenario' in body ? { status: 500 } : undefined)
  })

  it('change nothing in an entry without claims', async () => {
    const put = { target: 'request_object', op: 'put', path: '/more', value: 1 }
    const browser = { presentation_channel: 'dc_api', dc_api_protocols: ['openid4vp-v1-signed', 'org-iso-mdoc'] }
    for (const [body, pointer] of [
      [{ ...browser, dc_api_protocols: ['org-iso-mdoc'], mutations: [put] }, '/mutations/0/target'],
      [{ ...browser, mutations: [{ ...put, entry: 1 }] }, '/mutations/0/entry'],
    ] as const)
      expect((await presentation(body as unknown as JsonRecord)).object()).toMatchObject({
        errors: [{ code: 'path_missing', pointer }],
      })
    const { differences } = await mutationsOf(await created({ ...browser, mutations: [put] }))
    expect(differences).toEqual([{ target: 'request_object', entry: 0, pointer: '/more', is: 1 }])
  })

  it('tell of a member that no operation has', async () => {
    const mutations = [{ target: 'request_object', op: 'put', path: '/a', vlaue: 1, value: 2 }]
    const answer = await presentation({ mutations, expect: 'report' })
    expect(answer.status).toBe(201)
    expect(answer.header('Ignored-Members')).toBe('"mutations/0/vlaue"')
    const shown = await view(answer.object())
    expect(shown.ignored_members).toEqual([{ name: 'mutations/0/vlaue', nearly: 'value' }])
    expect(shown.mutations).toMatchObject({ expect: 'report' })
    const strict = jsonPost('/openid4vp/sessions', { mutations })
    const refused = await http({ ...strict, headers: [...(strict.headers ?? []), ['Prefer', 'handling=strict']] })
    expect(refused.object()).toMatchObject({ error: 'unknown_member', pointer: '/mutations/0/vlaue' })
  })

  it('are refused at the door of the other kind of session, unless they ask for nothing', async () => {
    const doors: readonly (readonly [string, JsonRecord, JsonRecord])[] = [
      [
        '/sessions',
        {
          client_id_scheme: 'x509_hash',
          client_metadata: {},
          allow_undecryptable_response: true,
          redirect_uri: '{{base_url}}/x',
          request_mutation: {},
          request_behavior: { signature: 'corrupt' },
          response_scenario: { status: 500 },
        },
        { redirect_uri: null, allow_undecryptable_response: false },
      ],
      [
        '/openid4vp/sessions',
        { status_list_enabled: true, status_reference: 'negative_index', fixture_id: 'pid_minor' },
        { status_list_enabled: false, status_reference: 'valid', fixture_id: 'pid_default' },
      ],
    ]
    for (const [path, wrong, idle] of doors) {
      const refused = await http(jsonPost(path, wrong))
      const { errors, instead } = refused.object() as { errors: JsonRecord[]; instead?: unknown }
      expect([refused.status, instead]).toEqual([400, undefined])
      expect(errors.map(({ code, pointer }) => [code, pointer])).toEqual(
        Object.keys(wrong).map((name) => ['unsupported_member', `/${name}`]),
      )
      const ignored = await http(jsonPost(path, idle))
      expect(ignored.header('Ignored-Members')?.split(', ')).toEqual(Object.keys(idle).map((name) => `"${name}"`))
    }
  })

  it('find the DID document, byte for byte', async () => {
    const [ours, theirs] = await Promise.all(
      ['/openid4vp/verifier/did.json', '/openid4vp/did.json'].map((path) => http({ path })),
    )
    expect(theirs?.status).toBe(200)
    expect(theirs?.body).toBe(ours?.body)
  })

  it('ask an issuer for statuses, right and wrong', async () => {
    const issuance = (body: JsonRecord) => http(jsonPost('/sessions', body))
    const optionsOf = async (body: JsonRecord): Promise<JsonRecord> => {
      const answer = await issuance(body)
      expect([answer.status, answer.body]).toEqual([201, expect.anything()])
      return read(`/sessions/${answer.object().session_id}`)
    }
    expect(await optionsOf({ status_list_enabled: true })).toHaveProperty('laboratory.options.status.bits')
    for (const right of [{ status_list_enabled: false }, { status_reference: 'valid' }, { fixture_id: 'pid_default' }])
      expect(await optionsOf(right)).not.toHaveProperty('laboratory')
    for (const [status_reference, fault] of [
      ['status_without_status_list', 'status_without_list'],
      ['negative_index', 'status_idx_negative'],
      ['missing_index', 'status_idx_missing'],
      ['malformed_uri', 'status_uri_space'],
      ['missing_uri', 'status_uri_missing'],
    ])
      expect(await optionsOf({ status_list_enabled: true, status_reference })).toHaveProperty('options.fault', fault)
    for (const [body, pointer] of [
      [{ status_reference: 'negative_index' }, '/status_reference'],
      [{ status_reference: 'odd', status_list_enabled: true }, '/status_reference'],
      [{ fixture_id: 'pid_minor' }, '/fixture_id'],
      [{ digest_algorithm: 'md5' }, '/digest_algorithm'],
    ] as const)
      expect((await issuance(body)).object()).toMatchObject({ error: 'unsupported_member', pointer })
    const own = await insteadOf('/sessions', { fixture_id: 'pid_minor' }, '/fixture_id')
    expect(own.credential_configuration_id).toBe('own_pid')
    const sha384 = await insteadOf('/sessions', { digest_algorithm: 'sha-384' }, '/digest_algorithm')
    expect(await read(`/sessions/${sha384.session_id}`)).toHaveProperty(
      'laboratory.options.credentials.0.digest_alg',
      'sha-384',
    )
  })
})
