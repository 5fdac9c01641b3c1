import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { runs } from '@/scripts/thorough.mjs'
import { validateDcqlQuery } from '../../../shared/dcql/validate-dcql-query'
import type { Exchange } from '../../../shared/http/exchange'
import { ProtocolError } from '../../../shared/ports/errors'
import { exchangeId } from '../../../shared/ports/ids'
import { epochMillis } from '../../../shared/time/time'
import { utf8 } from '../../../shared/values/base64url'
import { readSessionRequest } from './read-session-request'

const exchange = (text: string, mediaType: string | null = 'application/json'): Exchange => ({
  id: exchangeId('00000000-0000-4000-8000-000000000001'),
  at: epochMillis(1_800_000_000_000),
  method: 'POST',
  path: '/openid4vp/sessions',
  query: null,
  headers: mediaType === null ? [] : [['Content-Type', mediaType]],
  body: utf8(text),
  bodyOverflow: false,
  bodyBytes: utf8(text).length,
  remoteAddress: '192.0.2.7',
})

const read = (body: unknown) => readSessionRequest(exchange(JSON.stringify(body)), validateDcqlQuery)
/** The refusal of a body: code, and pointers of all problems. */
const refusal = (body: unknown) => {
  try {
    read(body)
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    const { errors = [] } = error.members as { errors?: { code: string; pointer: string }[] }
    return { code: error.code, pointer: error.members.pointer, pointers: errors.map(({ pointer }) => pointer) }
  }
  return null
}

const credential = (changes: object = {}) => ({
  id: 'pid',
  format: 'dc+sd-jwt',
  meta: { vct_values: ['urn:eudi:pid:1'] },
  claims: [{ path: ['family_name'] }],
  ...changes,
})
const query = (...credentials: object[]) => ({ dcql_query: { credentials } })

const inBrowser = { presentation_channel: 'dc_api' }

describe('a session request', () => {
  it.each<[string, object]>([
    ['missing_x5c', { client_id_prefix: 'decentralized_identifier' }],
    ['missing_x5c', { client_id_prefix: 'verifier_attestation' }],
    ['incomplete_chain', { client_id_prefix: 'pre_registered', registered_client_id: 'name' }],
    ['untrusted_chain', { client_id_prefix: 'decentralized_identifier' }],
    ['alg_rs384', { client_id_prefix: 'verifier_attestation' }],
    ['unsigned_url_params', { client_id_prefix: 'redirect_uri' }],
    ['unsigned_url_params', { client_id_prefix: 'pre_registered', registered_client_id: 'name' }],
    ['no_response_uri', { client_id_prefix: 'redirect_uri' }],
    ['client_metadata_string', { client_id_prefix: 'redirect_uri', request_delivery: 'by_value' }],
    ['expired_request', { client_id_prefix: 'redirect_uri', request_delivery: 'by_value' }],
    ['wrong_aud', { client_id_prefix: 'redirect_uri', request_delivery: 'by_value' }],
    [
      'txn_value_out_of_range',
      { transaction_data: [{ type: 'a', credential_ids: ['pid'], n: 1 }], transaction_out_of_range: { n: 1 } },
    ],
    ['no_state', inBrowser],
    ['client_id_mismatch', inBrowser],
    ['redirect_on_request', inBrowser],
    ['dc_state', { presentation_channel: 'url' }],
    ['dc_unsigned_client_id', { dc_api_protocols: ['openid4vp-v1-signed'] }],
    // A wallet that refuses one entry may answer the other.
    ['bad_signature', { ...inBrowser, dc_api_protocols: ['openid4vp-v1-signed', 'openid4vp-v1-unsigned'] }],
    ['missing_nonce', { ...inBrowser, dc_api_protocols: ['openid4vp-v1-unsigned'] }],
  ])('for the test %s is refused where nothing would be wrong: %j', (negative_test, members) => {
    expect(refusal({ negative_test, ...members })).toMatchObject({ code: 'invalid_request', pointer: '/negative_test' })
  })

  it.each<[string, object]>([
    ['missing_x5c', { client_id_prefix: 'x509_san_dns' }],
    ['unsigned_url_params', { client_id_prefix: 'verifier_attestation' }],
    ['expired_request', { client_id_prefix: 'redirect_uri' }],
    ['client_metadata_string', { client_id_prefix: 'decentralized_identifier', request_delivery: 'by_value' }],
    ['bad_signature', inBrowser],
    ['dcql_id_missing', inBrowser],
    ['incomplete_chain', { ...inBrowser, request_delivery: 'by_value' }],
    ['dc_wrong_expected_origins', {}],
    ['dc_unsigned_client_id', inBrowser],
    ['dc_mode_plain', {}],
  ])('for the test %s is read where something is wrong: %j', (negative_test, members) => {
    expect(refusal({ negative_test, ...members })).toBeNull()
  })

  it('for a test of browsers has its channel and its entries, unless the tester names others', () => {
    const { body } = read({ negative_test: 'dc_unsigned_client_id' })
    expect([body.presentation_channel, body.dc_api_protocols]).toEqual(['dc_api', ['openid4vp-v1-unsigned']])
    expect(refusal({ negative_test: 'dc_state', presentation_channel: 'url' })?.pointers).toEqual(['/negative_test'])
    expect(refusal({ profile: 'haip', response_mode: 'direct_post', ...inBrowser })).toMatchObject({
      pointer: '/response_mode',
    })
  })

  it('with a member twice is read by the last one, and says so', () => {
    const twice = exchange('{"scheme":"one://","scheme":"two://","dcql_query":{"credentials":[],"credentials":[]}}')
    const { body, problems } = readSessionRequest(twice, validateDcqlQuery)
    expect(body.scheme).toBe('two://')
    const told = problems.filter(({ clause }) => clause === 'RFC8259-4')
    expect(told.map(({ pointer, severity }) => [pointer, severity])).toEqual([
      ['/scheme', 'note'],
      ['/dcql_query/credentials', 'note'],
    ])
    const strict = exchange('{"allow_nonconforming_request":false,"scheme":"one://","scheme":"two://"}')
    expect(() => readSessionRequest(strict, validateDcqlQuery)).toThrow(ProtocolError)
  })

  it.each([
    ['bad_signature', 'answer'],
    ['no_state', 'refusal'],
  ])('that contradicts its test %s by expecting the %s is refused, for a careless wallet would pass it', (...asked) => {
    const [negative_test, expected] = asked
    const body = { negative_test, expect: expected }
    expect(refusal(body)).toMatchObject({ pointer: '/expect' })
    expect(refusal({ ...body, allow_nonconforming_request: false })).toMatchObject({ pointer: '/expect' })
    const other = expected === 'answer' ? 'refusal' : 'answer'
    expect(read({ ...body, expect: other }).problems).toEqual([])
  })

  covers('A2.18')
  it.each([
    ['no body', exchange('', null)],
    ['an empty body', exchange('')],
    ['an empty object', exchange('{}')],
  ])('is the default one with %s', (_name, sent) => {
    const { body, effective, problems, ignoredMembers } = readSessionRequest(sent, validateDcqlQuery)
    expect(body).toMatchObject({
      scheme: 'openid4vp://',
      request_uri_method: 'get',
      request_delivery: 'by_reference',
      response_type: 'vp_token',
      response_mode: 'direct_post.jwt',
    })
    expect(problems).toEqual([])
    expect(effective.parameters).toMatchObject({
      dcql_query: { credentials: [{ id: 'pid_sd_jwt' }, { id: 'pid_mdoc' }], credential_sets: [{}] },
    })
    expect(effective.parameters).not.toHaveProperty('scope')
    expect(ignoredMembers).toEqual([])
  })

  it.each([
    ['an array', '[]', 'application/json'],
    ['text that is not JSON', '{', 'application/json'],
    ['plain text', '{}', 'text/plain'],
  ])('is refused as %s', (_name, text, mediaType) => {
    expect(() => readSessionRequest(exchange(text, mediaType), validateDcqlQuery)).toThrow(ProtocolError)
  })

  covers('A2.19', 'A2.20', 'A2.21', 'A2.22', 'A2.23', 'A2.26')
  it.each([
    ['scheme', 'wallet', 'invalid_deeplink_scheme'],
    ['scheme', '1abc://', 'invalid_deeplink_scheme'],
    ['scheme', 'openid4vp:', 'invalid_deeplink_scheme'],
    ['scheme', 5, 'invalid_deeplink_scheme'],
    ['scheme', 'javascript://', 'invalid_deeplink_scheme'],
    ['request_uri_method', 'put', 'unsupported_request_uri_method'],
    ['request_uri_method', 'POST', 'unsupported_request_uri_method'],
    ['request_delivery', 'direct', 'unsupported_request_delivery'],
    ['response_type', 'id_token', 'unsupported_response_type'],
    ['response_type', 'id_token vp_token', 'unsupported_response_type'],
    ['response_mode', 'fragment', 'unsupported_response_mode'],
    ['response_mode', 'Direct_Post', 'unsupported_response_mode'],
    ['dcql_query', 'x', 'invalid_dcql_query'],
    ['presentation_request', [], 'invalid_presentation_request'],
    ['scopes', 5, 'invalid_scope'],
    ['scopes', ['a b'], 'invalid_scope'],
    ['scopes', [''], 'invalid_scope'],
    ['scopes', 'a  b', 'invalid_scope'],
    ['expires_in', 59, 'invalid_request'],
    ['allow_nonconforming_request', 'no', 'invalid_request'],
  ])('with %s %j is refused as %s, whatever is allowed', (member, value, code) => {
    expect(refusal({ [member]: value })).toMatchObject({ code, pointer: `/${member}` })
  })

  it.each(['get', 'post'])('is taken by value with the method %s, which is ignored', (request_uri_method) => {
    const asked = { request_delivery: 'by_value', request_uri_method, allow_nonconforming_request: false }
    expect(refusal(asked)).toBeNull()
    expect(read(asked)).toMatchObject({
      problems: [{ code: 'member_not_read', severity: 'note', pointer: '/request_uri_method' }],
      ignoredMembers: ['request_uri_method'],
    })
  })

  it.each([
    ['a response in the clear', { response_mode: 'direct_post' }, 'unsupported_response_mode', '/response_mode'],
    [
      'a response in the clear, asked for inside the request',
      { presentation_request: { response_mode: 'direct_post' } },
      'unsupported_response_mode',
      '/presentation_request/response_mode',
    ],
    ['a request by value', { request_delivery: 'by_value' }, 'unsupported_request_delivery', '/request_delivery'],
    ['a scope that stands for a query', { scopes: 'com.example.pid' }, 'invalid_scope', '/scopes'],
  ])('for HAIP with %s is refused, and for no profile is not', (_name, body, code, pointer) => {
    expect(refusal({ ...body, profile: 'haip' })).toMatchObject({ code, pointer })
    expect(refusal(body)).toBeNull()
  })

  it.each([
    ['http://192.0.2.7:3000', '/presentation_channel', {}],
    ['https://verifier.example', '/presentation_request/state', { presentation_request: { state: 'a'.repeat(22) } }],
    ['https://verifier.example', '/presentation_request/scope', { presentation_request: { scope: 'openid' } }],
    [
      'https://verifier.example',
      '/presentation_request/response_mode',
      { presentation_request: { response_mode: 'direct_post' } },
    ],
  ])('for a browser at %s has a problem at %s with %j', (baseUrl, pointer, body) => {
    const asked = (more: object = {}) => {
      const sent = exchange(JSON.stringify({ presentation_channel: 'dc_api', ...body, ...more }))
      return readSessionRequest(sent, validateDcqlQuery, undefined, baseUrl)
    }
    expect(asked().problems).toMatchObject([
      { pointer, severity: 'violation', clause: expect.stringMatching(/^OID4VP-1FINAL/) },
    ])
    expect(() => asked({ allow_nonconforming_request: false })).toThrow(ProtocolError)
  })

  it.each(['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000', 'https://verifier.example'])(
    'for a browser is right at %s, with the Response Mode of the browser',
    (baseUrl) => {
      const sent = exchange('{"presentation_channel":"dc_api","presentation_request":{"response_mode":"dc_api"}}')
      const { problems, effective } = readSessionRequest(sent, validateDcqlQuery, undefined, baseUrl)
      expect(problems).toEqual([])
      expect(effective.parameters.response_mode).toBe('dc_api')
      expect(read({ presentation_channel: 'dc_api' }).effective.parameters.response_mode).toBe('dc_api.jwt')
    },
  )

  it('for a browser ignores what is about links', () => {
    const ofLinks = { scheme: 'haip-vp://', request_uri_method: 'post', request_delivery: 'by_value' }
    expect(read({ presentation_channel: 'dc_api', profile: 'haip', ...ofLinks })).toMatchObject({
      problems: Object.keys(ofLinks).map((name) => ({ code: 'member_not_read', pointer: `/${name}` })),
      ignoredMembers: Object.keys(ofLinks),
    })
    const unsigned = { presentation_channel: 'dc_api', dc_api_protocols: ['openid4vp-v1-unsigned'] }
    expect(read({ ...unsigned, client_id_prefix: 'x509_hash' }).ignoredMembers).toEqual(['client_id_prefix'])
  })

  it('knows two profiles', () => {
    expect(read({ profile: 'haip' }).body.profile).toBe('haip')
    expect(refusal({ profile: 'HAIP' })).toMatchObject({ code: 'invalid_request', pointer: '/profile' })
  })

  it('reports all that is wrong at once, the first member in documented order leading', () => {
    expect(refusal({ response_mode: 'x', scheme: 'x', trust_anchors: 1, scopes: ['a b'] })).toEqual({
      code: 'invalid_deeplink_scheme',
      pointer: '/scheme',
      pointers: ['/scheme', '/response_mode', '/trust_anchors', '/scopes'],
    })
  })

  it.each(['transaction_data', 'verifier_info'])('sends %s of the body as it came, also when that is null', (name) => {
    expect(read({ [name]: null }).effective.parameters).toHaveProperty(name, null)
  })

  covers('A2.24', 'A2.25', 'A2.27', 'A2.28')
  it.each<[string, object, string, string]>([
    ['no credentials', { dcql_query: {} }, 'invalid_dcql_query', '/dcql_query/credentials'],
    ['one id twice', query(credential(), credential()), 'invalid_dcql_query', '/dcql_query/credentials/1/id'],
    ['no meta', query(credential({ meta: undefined })), 'invalid_dcql_query', '/dcql_query/credentials/0/meta'],
    [
      'an unknown format',
      query(credential({ format: 'ldp_vc' })),
      'unsupported_credential_format',
      '/dcql_query/credentials/0/format',
    ],
    [
      'a query inside presentation_request',
      { presentation_request: { dcql_query: {} } },
      'invalid_dcql_query',
      '/presentation_request/dcql_query/credentials',
    ],
    ['a scope beside a query', { scopes: 'com.example.pid', ...query(credential()) }, 'conflicting_query', '/scopes'],
    ['no transaction data', { transaction_data: [] }, 'invalid_transaction_data', '/transaction_data'],
    ['transaction data of no JSON', { transaction_data: ['%%%'] }, 'invalid_transaction_data', '/transaction_data/0'],
    ['padded transaction data', { transaction_data: ['e30='] }, 'invalid_transaction_data', '/transaction_data/0'],
    [
      'transaction data without a type',
      { transaction_data: { credential_ids: ['pid_sd_jwt'] } },
      'invalid_transaction_data',
      '/transaction_data/type',
    ],
    [
      'transaction data for nobody',
      { transaction_data: [{ type: 't', credential_ids: ['nope'] }] },
      'invalid_transaction_data',
      '/transaction_data/0/credential_ids/0',
    ],
    ...[
      [{ encrypted_response_enc_values_supported: 'A128GCM' }, 'encrypted_response_enc_values_supported'],
      [{ encrypted_response_enc_values_supported: [] }, 'encrypted_response_enc_values_supported'],
      [{ encrypted_response_enc_values_supported: ['A256GCM', 'XC20P'] }, 'encrypted_response_enc_values_supported/1'],
      [{ vp_formats_supported: {} }, 'vp_formats_supported'],
      [{ vp_formats_supported: 5 }, 'vp_formats_supported'],
      [{ subject_syntax_types_supported: [] }, 'subject_syntax_types_supported'],
      [{ subject_syntax_types_supported: ['did:jwk', 'did:web'] }, 'subject_syntax_types_supported/1'],
    ].map(([client_metadata, path]): [string, object, string, string] => [
      `client_metadata ${JSON.stringify(client_metadata)}`,
      { presentation_request: { client_metadata } },
      'invalid_presentation_request',
      `/presentation_request/client_metadata/${String(path)}`,
    ]),
    ['transaction_data null', { transaction_data: null }, 'invalid_transaction_data', '/transaction_data'],
    ['verifier_info null', { verifier_info: null }, 'invalid_verifier_info', '/verifier_info'],
    ['no verifier_info', { verifier_info: [] }, 'invalid_verifier_info', '/verifier_info'],
    [
      'verifier_info without data',
      { verifier_info: { format: 'jwt' } },
      'invalid_verifier_info',
      '/verifier_info/data',
    ],
    [
      'a client_id',
      { presentation_request: { client_id: 'x' } },
      'forbidden_override',
      '/presentation_request/client_id',
    ],
    [
      'keys',
      { presentation_request: { client_metadata: { jwks: {} } } },
      'forbidden_override',
      '/presentation_request/client_metadata/jwks',
    ],
  ])('with %s is sent and the problem listed, or refused where the tester wants that', (_name, body, code, pointer) => {
    expect(read(body).problems.map((problem) => [problem.code, problem.pointer])).toContainEqual([code, pointer])
    expect(refusal({ ...body, allow_nonconforming_request: false })).toMatchObject({ code, pointer })
  })

  it('notes transaction data whose credentials have different formats, and refuses it never', () => {
    const mixed = { transaction_data: [{ type: 't', credential_ids: ['pid_sd_jwt', 'pid_mdoc'] }] }
    const note = expect.objectContaining({ severity: 'note', pointer: '/transaction_data/0/credential_ids' })
    for (const body of [mixed, { ...mixed, allow_nonconforming_request: false }])
      expect(read(body).problems).toEqual([note, expect.objectContaining({ code: 'pid_key_asked' })])
    const ofCard = {
      dcql_query: { credentials: [{ id: 'card', format: 'dc+sd-jwt', meta: { vct_values: ['urn:example:card:1'] } }] },
      transaction_data: [{ type: 't', credential_ids: ['card'] }],
    }
    expect(read(ofCard).problems).toEqual([])
  })

  covers('A2.24')
  it('keeps to the service what only the service may set', () => {
    const { parameters } = read({
      presentation_request: { client_id: 'x', response_uri: 'https://evil.example', custom: 1 },
    }).effective
    expect(parameters).toMatchObject({ custom: 1 })
    expect(parameters).not.toHaveProperty('client_id')
    expect(parameters).not.toHaveProperty('response_uri')
  })

  it.each([
    ...[
      'iss',
      'client_id_scheme',
      'client_metadata_uri',
      'registration',
      'registration_uri',
      'presentation_definition_uri',
      'trust_chain',
      'jwks_uri',
    ].map((name) => [name, { [name]: 'https://stranger.example' }] as const),
    ...[
      'iss',
      'client_id_scheme',
      'jwks',
      'jwks_uri',
      'signed_jwks_uri',
      'software_statement',
      'redirect_uris',
      'response_uris',
      'request_uris',
    ].map((name) => [`client_metadata/${name}`, { client_metadata: { [name]: 'https://stranger.example' } }] as const),
  ])('never vouches for the %s of a stranger, and tells that it left it out', (path, presentation_request) => {
    const { parameters, clientMetadata, problems } = read({ presentation_request }).effective
    expect(JSON.stringify([parameters, clientMetadata])).not.toContain('stranger')
    const pointer = `/presentation_request/${path}`
    expect(problems.listed.filter(({ severity }) => severity !== 'note')).toEqual([
      expect.objectContaining({ code: 'forbidden_override', severity: 'violation', pointer }),
    ])
    expect(refusal({ presentation_request, allow_nonconforming_request: false })).toMatchObject({ pointer })
  })

  it('sends what our signature may vouch for: names to show, and parameters of other specifications', () => {
    const client_metadata = { client_name: 'A shop', logo_uri: 'https://shop.example/logo.png' }
    const { parameters, clientMetadata, problems } = read({
      presentation_request: { client_metadata, id_token_hint: 'x', presentation_definition: {} },
    }).effective
    expect(parameters).toMatchObject({ id_token_hint: 'x', presentation_definition: {} })
    expect(clientMetadata).toEqual(client_metadata)
    expect(problems.listed.map(({ code, pointer }) => `${code} ${pointer.split('/').at(-1)}`)).toEqual([
      ...['vp_formats_supported', 'jwks', 'encrypted_response_enc_values_supported'].map(
        (name) => `member_filled_in ${name}`,
      ),
      ...['id_token_hint', 'presentation_definition'].map((name) => `member_not_read ${name}`),
    ])
  })

  covers('A2.26')
  it('sends a scope that stands for a query without a query, and openid beside one', () => {
    expect(read({ scopes: ['com.example.pid'] }).effective.parameters).not.toHaveProperty('dcql_query')
    expect(read({ scopes: 'openid' }).effective.parameters).toMatchObject({ scope: 'openid', dcql_query: {} })
  })

  it('asks for no scope where scopes is an empty array, and then for a query', () => {
    const presentation_request = { scope: 'com.example.pid' }
    const { effective } = read({ scopes: [], presentation_request, allow_nonconforming_request: false })
    expect(effective.parameters).not.toHaveProperty('scope')
    expect(effective).toMatchObject({ parameters: { dcql_query: {} }, overriddenMembers: ['scope'] })
  })

  it('lets a member of the body win over the same one inside presentation_request, and says so', () => {
    const { parameters, overriddenMembers } = read({
      response_mode: 'direct_post.jwt',
      presentation_request: { response_mode: 'direct_post', response_type: 'code' },
    }).effective
    expect(parameters).toMatchObject({ response_mode: 'direct_post.jwt', response_type: 'code' })
    expect(overriddenMembers).toEqual(['response_mode'])
  })

  it.each([
    ['a nonce with a space', { nonce: 'a b' }, '/nonce', 'put'],
    ['a state that is a number', { state: 5 }, '/state', 'put'],
    ['no nonce', { nonce: null }, '/nonce', 'remove'],
    ['no response_type', { response_type: null }, '/response_type', 'remove'],
  ])('with %s goes out as given, as a change of the right request', (_name, presentation_request, path, op) => {
    const { mutations, problems } = read({ presentation_request })
    expect(mutations).toMatchObject({
      source: 'presentation_request',
      list: [{ target: 'request_object', op, path }],
    })
    const pointer = `/presentation_request${path}`
    expect(problems).toContainEqual(expect.objectContaining({ pointer, severity: 'violation' }))
    expect(refusal({ presentation_request, allow_nonconforming_request: false })).toMatchObject({ pointer })
  })

  it('leaves out what is null and what no request has by itself', () => {
    const { effective, mutations, problems } = read({ presentation_request: { transaction_data: null, more: null } })
    expect(effective.parameters).not.toHaveProperty('transaction_data')
    expect(mutations).toBeNull()
    expect(problems.map(({ code }) => code)).toEqual(['member_left_out', 'member_left_out'])
  })

  it('notes a nonce that is short, and sends it even to whom keeps to the rules', () => {
    const body = { presentation_request: { nonce: 'short' }, allow_nonconforming_request: false }
    expect(read(body)).toMatchObject({
      effective: { nonce: 'short' },
      problems: [{ code: 'weak_value', severity: 'note' }],
    })
  })

  it('names members that mean nothing', () => {
    expect(read({ mood: 'x', scheme: 'a://' }).ignoredMembers).toEqual(['mood'])
  })

  it('never fails in another way than by a ProtocolError, and repeats no text of the body in its description', () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('vp_token', 'get', ['openid'], { credentials: [{ id: '__proto__' }] }),
    )
    const member = fc.constantFrom(
      'scheme',
      'response_type',
      'dcql_query',
      'scopes',
      'transaction_data',
      'verifier_info',
      'presentation_request',
      '__proto__',
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(member, value)), fc.boolean(), (pairs, tolerant) => {
        const body = { ...Object.fromEntries(pairs), allow_nonconforming_request: tolerant }
        try {
          read(body)
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError)
          expect((error as ProtocolError).description).toMatch(/^[\x20-\x7e]+$/)
        }
      }),
      runs(300),
    )
  })
})
