import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { verifierSessions } from '@/lib/testing/verifier-sessions'

/** What a record says of a changed request: what is wrong with it by the specification, and nothing else. */
const { http } = serviceForTests()
const { create, post, read } = verifierSessions(() => http)

const put = (target: string, path: string, value: JsonObject[string]): JsonObject => ({
  target,
  op: 'put',
  path,
  value,
})
const remove = (target: string, path: string): JsonObject => ({ target, op: 'remove', path })
const inBoth = (id: string) => [put('request_object', '/client_id', id), put('link', '/client_id', id)]

async function told(mutations: readonly JsonObject[], more: JsonObject = {}) {
  const { session_id } = await create({ mutations: [...mutations], ...more })
  const { request_conformant: isConformant, request_problems: problems } = await read(session_id)
  const wrong = problems.filter(({ severity }) => severity === 'violation')
  expect(isConformant).toBe(wrong.length === 0)
  return wrong.map(({ target, pointer }) => `${target ?? 'request'} ${String(pointer)}`)
}

const key = '/client_metadata/jwks/keys/0'

describe('a request that breaks the specification says so', () => {
  it.each<[string, JsonObject[], string[], JsonObject?]>([
    ['another host', inBoth('x509_san_dns:nobody.invalid'), ['request /client_id']],
    ['another hash', inBoth('x509_hash:AAAA'), ['request /client_id']],
    ['no prefix', inBoth('foo'), ['request /client_id']],
    ['a key for signatures', [put('request_object', `${key}/use`, 'sig')], [`request ${key}/use`]],
    ['a short key', [put('request_object', `${key}/x`, 'AAAA')], [`request ${key}/x`]],
    ['a key of no type', [put('request_object', `${key}/kty`, 'ZZ')], [`request ${key}/kty`]],
    ['a key without alg', [remove('request_object', `${key}/alg`)], [`request ${key}/alg`]],
    ['no keys', [put('request_object', '/client_metadata/jwks/keys', [])], ['request /client_metadata/jwks']],
    [
      'no formats',
      [remove('request_object', '/client_metadata/vp_formats_supported')],
      ['request /client_metadata/vp_formats_supported'],
    ],
    ['two addresses', [put('request_object', '/redirect_uri', 'https://nobody.invalid/')], ['request /redirect_uri']],
    ['a request in the request', [put('request_object', '/request', 'e30.e30.AA')], ['request /request']],
    ['an address in it', [put('request_object', '/request_uri', 'https://nobody.invalid/')], ['request /request_uri']],
    ['a link without an address', [remove('link', '/request_uri')], ['link /request_uri']],
    ['a link with both', [put('link', '/request', 'e30.e30.AA')], ['link /request_uri']],
    ['a state with a space', [put('request_object', '/state', 'a b-and-more-than-that')], ['request /state']],
    [
      'another response_uri',
      [put('request_object', '/response_uri', 'https://nobody.invalid/')],
      ['request /client_id'],
      { client_id_prefix: 'redirect_uri', response_mode: 'direct_post' },
    ],
  ])('%s', async (_, mutations, wrong, more) => {
    expect(await told(mutations, more)).toEqual(wrong)
  })

  it.each<[string, JsonObject[], JsonObject?]>([
    ['a member that nobody defines', [put('request_object', '/more', 1)]],
    ['a key without a use', [remove('request_object', `${key}/use`)]],
    ['a second key', [put('request_object', '/client_metadata/jwks/keys/-', { kty: 'ZZ' })]],
    ['another state', [put('request_object', '/state', 'A-z0.9_~and-more-than-that')]],
    ['a parameter of the link', [put('link', '/more', '1')]],
    ['the link by value', [put('link', '/more', '1')], { request_delivery: 'by_value' }],
    [
      'all parameters in the link',
      [put('request_object', '/more', 1)],
      { request_delivery: 'by_value', client_id_prefix: 'redirect_uri', response_mode: 'direct_post' },
    ],
    [
      'a registered verifier',
      [put('request_object', '/more', 1)],
      { client_id_prefix: 'pre_registered', registered_client_id: 'verifier-7', response_mode: 'direct_post' },
    ],
    ['a DID', [put('request_object', '/more', 1)], { client_id_prefix: 'decentralized_identifier', did_method: 'jwk' }],
    ['an attestation', [put('request_object', '/more', 1)], { client_id_prefix: 'verifier_attestation' }],
    [
      'no signature',
      [put('request_object', '/more', 1)],
      { client_id_prefix: 'redirect_uri', response_mode: 'direct_post' },
    ],
    ['a browser', [put('request_object', '/more', 1)], { presentation_channel: 'dc_api' }],
    [
      'several signatures',
      [put('request_object', '/more', 1)],
      { presentation_channel: 'dc_api', dc_api_protocols: ['openid4vp-v1-multisigned', 'openid4vp-v1-unsigned'] },
    ],
  ])('and one with %s does not', async (_, mutations, more) => {
    expect(await told(mutations, more)).toEqual([])
  })
})

describe('what a body asked for in other words', () => {
  it('is told once, where it stands', async () => {
    const toldOf = async (body: JsonObject) => {
      const { session_id } = await create(body)
      return (await read(session_id)).request_problems.map(({ pointer }) => pointer)
    }
    expect(await toldOf({ presentation_request: { nonce: null } })).toEqual(['/presentation_request/nonce'])
    expect(await toldOf({ presentation_request: { nonce: 'a b' } })).toEqual(['/presentation_request/nonce'])
    expect(await toldOf({ dcql_query: null })).toEqual(['/dcql_query'])
    const metadata = { client_name: 'Verifier', vp_formats_supported: null }
    expect(await toldOf({ client_metadata: metadata })).toEqual(['/client_metadata/vp_formats_supported'])
    expect(await toldOf({ client_metadata: { client_name: 7 } })).toEqual(['/client_metadata/client_name'])
  })

  it('is told as what it is', async () => {
    const messageOf = async (value: JsonObject[string]) => {
      const { session_id } = await create({ mutations: [put('request_object', '/client_metadata/jwks', value)] })
      return (await read(session_id)).request_problems.map(({ message }) => message)
    }
    const must = 'The member must be a set with at least one key: the response is encrypted to it.'
    expect(await messageOf('x')).toEqual([must])
    expect(await messageOf({ keys: [] })).toEqual([must])
  })
})

describe('a change of the query', () => {
  it('is shown with its values, without the secrets of the session', async () => {
    const created = await create({
      mutations: [
        { target: 'request_object', op: 'copy', from: '/dcql_query/credentials/0', path: '/dcql_query/credentials/-' },
      ],
    })
    const differences = (await read(created.session_id)).mutations?.differences
    const query = created.authorization_request.dcql_query as { credentials: JsonObject[] }
    expect(differences).toMatchObject([
      { pointer: '/dcql_query/credentials', was: query.credentials.slice(0, -1), is: query.credentials },
    ])
    const copied = await create({
      mutations: [
        { target: 'request_object', op: 'copy', from: '/nonce', path: '/dcql_query/credentials/0/format' },
        put('request_object', '/dcql_query/credentials/0/meta', { vct_values: ['urn:eudi:other:1'] }),
      ],
    })
    const shown = (await read(copied.session_id)).mutations?.differences
    expect(shown).toMatchObject([
      { pointer: '/dcql_query/credentials/0/format', was: 'dc+sd-jwt', is: { kind: 'string', length: 43 } },
      { pointer: '/dcql_query/credentials/0/meta/vct_values/0', is: 'urn:eudi:other:1' },
    ])
  })
})

describe('a change of what is made later', () => {
  it('has an effect where the samples of two values would be equal', async () => {
    const made = async (path: string, body: JsonObject) => {
      const answer = await post(path, body)
      return [answer.status, (answer.object().errors as JsonObject[] | undefined)?.map(({ code }) => code)]
    }
    const copy = (target: string, from: string, to: string) => ({ target, op: 'copy', from, path: to })
    const flow = { flow: 'pre_authorized_code', laboratory: {} }
    const credential = copy('credential_response', '/credentials/0/credential', '/notification_id')
    expect(await made('/sessions', { ...flow, mutations: [credential] })).toEqual([201, undefined])
    const itself = copy('credential_response', '/notification_id', '/notification_id')
    expect(await made('/sessions', { ...flow, mutations: [itself] })).toEqual([400, ['without_effect']])
    const nonce = put('request_object', '/wallet_nonce', 'sample-wallet-nonce')
    expect(await made('/openid4vp/sessions', { request_uri_method: 'post', mutations: [nonce] })).toEqual([
      201,
      undefined,
    ])
  })
})

describe('a value that is wrong and does no harm', () => {
  it('is the audience as a list', async () => {
    expect(await told([put('request_object', '/aud', ['https://self-issued.me/v2'])])).toEqual([])
    const foreign = [put('request_object', '/aud', ['https://self-issued.me/v2', 'https://self-issued.me/v2'])]
    expect((await post('/openid4vp/sessions', { mutations: foreign })).object()).toMatchObject({
      errors: [{ code: 'foreign_address' }],
    })
  })

  it('is refused by what is wrong with it', async () => {
    const codeOf = async (mutation: JsonObject) =>
      (await post('/openid4vp/sessions', { mutations: [mutation] })).object().errors
    expect(await codeOf(put('link', '/more', 7))).toMatchObject([{ code: 'illegal_value' }])
    expect(await codeOf(put('response', '/content_type', 'text/html'))).toMatchObject([{ code: 'illegal_value' }])
    expect(await codeOf(put('response', '/body', 'x'.repeat(32_000)))).toBeUndefined()
  })
})
