import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '@/lib/core/shared/values/json'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { verifierSessions } from '@/lib/testing/verifier-sessions'

/** Each test whose change can be written in operations is written so once: the session is that test. */
const service = serviceForTests()
const { http } = service
const { create, read } = verifierSessions(() => http)

const remove = (target: string, path: string): JsonObject => ({ target, op: 'remove', path })
const put = (target: string, path: string, value: Json): JsonObject => ({ target, op: 'put', path, value })
const claim = (path: string, value: Json) => put('request_object', path, value)
const keys = '/client_metadata/jwks/keys'

const signedInBrowser = { presentation_channel: 'dc_api', dc_api_protocols: ['openid4vp-v1-signed'] }

const written: Readonly<Record<string, { readonly by: readonly JsonObject[]; readonly with?: JsonObject }>> = {
  bad_signature: { by: [{ target: 'signature', op: 'corrupt' }] },
  alg_none: { by: [{ target: 'signature', op: 'none' }] },
  wrong_typ: { by: [put('request_header', '/typ', 'JWT')] },
  no_typ: { by: [remove('request_header', '/typ')] },
  expired_request: { by: [claim('/exp', 1_000_000_000)] },
  wallet_nonce_wrong: { by: [claim('/wallet_nonce', 'another')], with: { request_uri_method: 'post' } },
  missing_nonce: { by: [remove('request_object', '/nonce')] },
  bad_nonce_charset: { by: [claim('/nonce', 'a nonce with "spaces"')] },
  bad_state_charset: { by: [claim('/state', 'a state with "spaces"')] },
  random_parameter: { by: [claim('/wallet_capture_unknown', 'x')] },
  no_state: { by: [remove('request_object', '/state')] },
  no_response_uri: { by: [remove('request_object', '/response_uri')] },
  no_enc_jwks: { by: [remove('request_object', '/client_metadata/jwks')] },
  no_vp_formats: { by: [remove('request_object', '/client_metadata/vp_formats_supported')] },
  no_enc_values: { by: [remove('request_object', '/client_metadata/encrypted_response_enc_values_supported')] },
  no_enc_alg_key: { by: [remove('request_object', `${keys}/0/alg`)] },
  enc_key_without_use: { by: [remove('request_object', `${keys}/0/use`)] },
  no_usable_enc_key: { by: [claim(`${keys}/0`, { kty: 'unknown', use: 'enc', alg: 'unknown', kid: 'unusable' })] },
  unusable_enc_key: {
    by: [
      {
        target: 'request_object',
        op: 'add',
        path: `${keys}/0`,
        value: { kty: 'unknown', use: 'enc', alg: 'unknown', kid: 'unusable' },
      },
    ],
  },
  http_500_on_request: { by: [put('request_response', '/status', 500)] },
  bad_request_uri_method: { by: [put('link', '/request_uri_method', 'put')] },
  request_uri_method_get: { by: [put('link', '/request_uri_method', 'get')] },
  extra_answer_member: {
    by: [put('response', '/body/wallet_capture_unknown', true)],
    with: { return_redirect_uri: true },
  },
  answer_not_json: {
    by: [put('response', '/content_type', 'text/plain; charset=utf-8'), put('response', '/body', 'Thank you.')],
  },
  no_query: { by: [remove('request_object', '/dcql_query')] },
  dc_empty_expected_origins: { by: [claim('/expected_origins', [])], with: signedInBrowser },
  dc_no_client_id: { by: [remove('request_object', '/client_id')], with: signedInBrowser },
  dc_state: { by: [claim('/state', 'wallet-capture-state')], with: signedInBrowser },
  dc_unsigned_client_id: {
    by: [claim('/client_id', 'redirect_uri:https://wallet.test/')],
    with: { presentation_channel: 'dc_api', dc_api_protocols: ['openid4vp-v1-unsigned'] },
  },
  registration_missing: { by: [remove('request_object', '/verifier_info')], with: { trust_framework: 'eu' } },
  registration_not_jwt: {
    by: [claim('/verifier_info/0/data', { sub: 'NTRIT-ANOTHERCOMPANY' })],
    with: { trust_framework: 'eu' },
  },
  dc_no_expected_origins: { by: [remove('request_object', '/expected_origins')], with: signedInBrowser },
}

describe('mutations that make the request of a test', () => {
  it.each(Object.entries(written))('%s', async (id, { by, with: more = {} }) => {
    const named = await create({ negative_test: id, ...more })
    const mutated = await create({ mutations: [...by], ...more })
    expect(Object.keys(mutated)).toEqual(Object.keys(named))
    const views = await Promise.all([named, mutated].map(({ session_id }) => read(session_id)))
    const [first, second] = views
    expect(second?.mutations).toMatchObject({ same_as: id, expect: first?.options.expect })
    expect(second?.mutations?.expected_by).toBeUndefined()
    expect(second?.options.expect).toBe(first?.options.expect)
    expect(second?.outcome).toEqual(first?.outcome)
    expect(second?.next_step).toEqual(first?.next_step)
  })

  it('of what is wrong with a registration certificate, which its tester has to know', async () => {
    const given = await create({ trust_framework: 'eu' })
    const [{ data: compact = '' } = {}] = given.authorization_request.verifier_info as { data: string }[]
    const [head = '', claims = '', signature = ''] = compact.split('.')
    const more = { trust_framework: 'eu', registration_certificate: compact }
    const decoded = JSON.parse(Buffer.from(head, 'base64url').toString()) as JsonObject
    const none = Buffer.from(JSON.stringify({ ...decoded, alg: 'none' })).toString('base64url')
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    for (const [data, same] of [
      [`${head}.${claims}.${flipped}`, 'registration_bad_signature'],
      [`${none}.${claims}.`, 'registration_alg_none'],
      [`${head}.e30.${flipped}`, null],
    ] as const) {
      const { session_id } = await create({ ...more, mutations: [claim('/verifier_info/0/data', data)] })
      const session = await read(session_id)
      expect(session.mutations).toMatchObject({ same_as: same })
      if (same === null) continue
      const named = await read((await create({ ...more, negative_test: same })).session_id)
      expect([session.outcome, session.next_step]).toEqual([named.outcome, named.next_step])
    }
  })

  it('names no test where the tester expects something else', async () => {
    const { session_id } = await create({ mutations: [remove('request_object', '/nonce')], expect: 'answer' })
    expect((await read(session_id)).mutations).toMatchObject({ same_as: null, expect: 'answer', expected_by: 'tester' })
  })
})

describe('a browser request', () => {
  const dc = { presentation_channel: 'dc_api', dc_api_protocols: ['openid4vp-v1-unsigned', 'openid4vp-v1-signed'] }
  const delivered = async (id: string) => {
    const { digital } = (await http({ path: `/openid4vp/sessions/${id}/dc-api` })).object() as {
      digital: { requests: { data: JsonObject }[] }
    }
    return digital.requests.map(({ data }) =>
      typeof data.request === 'string'
        ? (JSON.parse(Buffer.from(data.request.split('.')[1] ?? '', 'base64url').toString()) as JsonObject)
        : data,
    )
  }

  it('is changed in each entry, or in one', async () => {
    const all = await create({ ...dc, mutations: [claim('/another', 1)] })
    expect((await delivered(all.session_id)).map(({ another }) => another)).toEqual([1, 1])
    const one = await create({ ...dc, mutations: [{ ...claim('/another', 1), entry: 1 }] })
    expect((await delivered(one.session_id)).map(({ another }) => another)).toEqual([undefined, 1])
    expect((await read(one.session_id)).mutations?.differences).toEqual([
      { target: 'request_object', entry: 1, pointer: '/another', is: 1 },
    ])
  })

  it('tells what is wrong with an entry that is not the first', async () => {
    const { session_id } = await create({
      ...dc,
      mutations: [{ ...claim('/aud', 'https://wallet.invalid'), entry: 1 }],
    })
    expect((await read(session_id)).request_problems).toMatchObject([{ pointer: '/aud', severity: 'violation' }])
  })

  const haip = { presentation_channel: 'dc_api', dc_api_protocols: ['openid4vp-v1-signed'], profile: 'haip' }
  const inTheClear = claim('/response_mode', 'dc_api')

  it.each([
    ['with the key, which nobody needs then', [inTheClear], 'dc_mode_plain'],
    ['without it', [inTheClear, remove('request_object', '/client_metadata/jwks')], 'dc_mode_plain'],
    ['and with another change', [inTheClear, claim('/another', 1)], null],
  ])('asks for a response in the clear, %s', async (_, by, same) => {
    const { session_id } = await create({ ...haip, mutations: by })
    const session = await read(session_id)
    expect(session.mutations?.same_as).toBe(same)
    if (same === null) return
    const named = await read((await create({ ...haip, negative_test: same })).session_id)
    expect([session.options.expect, session.outcome]).toEqual([named.options.expect, named.outcome])
  })

  const missing = remove('request_object', '/nonce')

  it.each<[string, string[], JsonObject[], string | null]>([
    ['of its unsigned entry', ['openid4vp-v1-unsigned'], [missing], 'missing_nonce'],
    ['of both', ['openid4vp-v1-unsigned', 'openid4vp-v1-signed'], [missing], 'missing_nonce'],
    [
      'of one of two: a wallet may answer the other',
      ['openid4vp-v1-unsigned', 'openid4vp-v1-signed'],
      [{ ...missing, entry: 0 }],
      null,
    ],
    [
      'of the second, while the first is right',
      ['openid4vp-v1-signed', 'openid4vp-v1-unsigned'],
      [{ ...missing, entry: 1 }],
      null,
    ],
    [
      'of both, and the second says more',
      ['openid4vp-v1-signed', 'openid4vp-v1-unsigned'],
      [missing, { ...claim('/another', 1), entry: 1 }],
      null,
    ],
    [
      'of none, but the signature of one is wrong',
      ['openid4vp-v1-signed', 'openid4vp-v1-unsigned'],
      [{ target: 'signature', op: 'corrupt' }],
      null,
    ],
  ])('has no nonce %s', async (_, dc_api_protocols, mutations, same) => {
    const { session_id } = await create({ presentation_channel: 'dc_api', dc_api_protocols, mutations })
    expect((await read(session_id)).mutations?.same_as).toBe(same)
  })

  it('has no entry beyond its last, and no link', async () => {
    for (const [mutation, pointer] of [
      [{ ...claim('/another', 1), entry: 2 }, '/mutations/0/entry'],
      [put('link', '/another', 'x'), '/mutations/0/target'],
    ] as const) {
      const response = await http({
        method: 'POST',
        path: '/openid4vp/sessions',
        headers: [['Content-Type', 'application/json']],
        body: JSON.stringify({ ...dc, mutations: [mutation] }),
      })
      expect([response.status, response.object().pointer]).toEqual([400, pointer])
    }
  })
})
