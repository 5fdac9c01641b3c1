import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { type HttpAnswer, type JsonRecord, jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'

/**
 * What a test programme of others asks for, which was written for the other implementation of this interface: each
 * creation is 201 with the wrong request, or 400; none is 201 with a right one.
 */
const service = serviceForTests()
const { http } = service

/** A key on the curve that nobody has. */
const point = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  use: 'enc',
}

const pid = (more: JsonRecord = {}): JsonRecord => ({
  id: 'pid',
  format: 'dc+sd-jwt',
  meta: { vct_values: ['urn:eudi:pid:1'] },
  claims: [{ path: ['given_name'] }],
  ...more,
})

const asks = (...credentials: JsonRecord[]): JsonRecord => ({ dcql_query: { credentials } })
const inSets = (credential_sets: unknown): JsonRecord => ({ dcql_query: { credentials: [pid()], credential_sets } })
const asked = (presentation_request: JsonRecord): JsonRecord => ({ presentation_request })
const metadata = (client_metadata: JsonRecord, more: JsonRecord = {}): JsonRecord => ({
  response_mode: 'direct_post.jwt',
  client_metadata,
  ...more,
})
const undecryptable = { allow_undecryptable_response: true }

/** Members of the request: `undefined` for one that must not be there. */
type Delivered = Readonly<Record<string, unknown>>

/** Each with what goes out of it, or with the member that a refusal points at. */
const scenarios: readonly (readonly [what: string, body: JsonRecord, comes: Delivered | string])[] = [
  ['no nonce', asked({ nonce: null }), { nonce: undefined }],
  ['a nonce that no URL holds as it is', asked({ nonce: 'a nonce/!' }), { nonce: 'a nonce/!' }],
  ['no query', asked({ dcql_query: null }), { dcql_query: undefined }],
  ['a scope alone, that is empty', asked({ dcql_query: null, scope: '' }), { dcql_query: undefined, scope: '' }],
  [
    'a scope alone, with a character that no scope has',
    asked({ dcql_query: null, scope: 'bad\\scope' }),
    { dcql_query: undefined, scope: 'bad\\scope' },
  ],
  [
    'a scope alone, that nobody knows',
    asked({ dcql_query: null, scope: 'nobody.knows' }),
    { dcql_query: undefined, scope: 'nobody.knows' },
  ],
  [
    'a key without alg',
    metadata({ jwks: { keys: [point] } }, undecryptable),
    { client_metadata: expect.objectContaining({ jwks: { keys: [point] } }) },
  ],
  [
    'a key with another alg',
    metadata({ jwks: { keys: [{ ...point, alg: 'ECDH-ES+A256KW' }] } }, undecryptable),
    { client_metadata: expect.objectContaining({ jwks: { keys: [{ ...point, alg: 'ECDH-ES+A256KW' }] } }) },
  ],
  [
    'the same key in each session',
    metadata({ jwks: { keys: [{ ...point, alg: 'ECDH-ES' }] } }, undecryptable),
    { client_metadata: expect.objectContaining({ jwks: { keys: [{ ...point, alg: 'ECDH-ES' }] } }) },
  ],
  [
    'no key',
    metadata({ jwks: null }, undecryptable),
    { client_metadata: expect.not.objectContaining({ jwks: expect.anything() }) },
  ],
  ['a key that is not ours, without a word', metadata({ jwks: { keys: [point] } }), '/client_metadata'],
  ...[['A128GCM'], ['A256GCM'], ['A128GCM', 'A256GCM']].map((values): readonly [string, JsonRecord, Delivered] => [
    `content encryption of ${values.join(' and ')} alone`,
    metadata({ encrypted_response_enc_values_supported: values }),
    {
      client_metadata: expect.objectContaining({
        encrypted_response_enc_values_supported: values,
        jwks: expect.anything(),
        vp_formats_supported: expect.anything(),
      }),
    },
  ]),
  ['no metadata', { response_mode: 'direct_post', client_metadata: null }, { client_metadata: undefined }],
  [
    'no metadata, and an encrypted response',
    { response_mode: 'direct_post.jwt', client_metadata: null },
    '/client_metadata',
  ],
  [
    'a DID',
    { client_id_scheme: 'decentralized_identifier' },
    { client_id: expect.stringMatching(/^decentralized_identifier:did:/) },
  ],
  ['a certificate by its hash', { client_id_scheme: 'x509_hash' }, { client_id: expect.stringMatching(/^x509_hash:/) }],
  [
    'a certificate by its name',
    { client_id_scheme: 'x509_san_dns' },
    { client_id: expect.stringMatching(/^x509_san_dns:/) },
  ],
  ['a method that nobody knows', { request_uri_method: 'DELETE' }, '/request_uri_method'],
  ['parameters in the link', { request_delivery: 'plain', client_id_scheme: 'redirect_uri' }, '/request_delivery'],
  [
    'a format of another age',
    asks(pid({ format: 'vc+sd-jwt' })),
    { dcql_query: asks(pid({ format: 'vc+sd-jwt' })).dcql_query },
  ],
  ...(
    [
      ['two credentials of one id', asks(pid(), pid())],
      ['an id with a character that none has', asks(pid({ id: 'pid!' }))],
      ['an empty id', asks(pid({ id: '' }))],
      ['no claims in claims', asks(pid({ claims: [] }))],
      ['claims that are no array', asks(pid({ claims: { path: ['given_name'] } }))],
      ['no path', asks(pid({ claims: [{ id: 'a' }] }))],
      ['an empty path', asks(pid({ claims: [{ path: [] }] }))],
      ['a path that is no array', asks(pid({ claims: [{ path: 'given_name' }] }))],
      [
        'two claims of one id',
        asks(
          pid({
            claims: [
              { id: 'a', path: ['given_name'] },
              { id: 'a', path: ['family_name'] },
            ],
          }),
        ),
      ],
      ['no sets of claims in claim_sets', asks(pid({ claim_sets: [] }))],
      ['sets of claims that are no array', asks(pid({ claim_sets: 'a' }))],
      ['sets of claims without ids', asks(pid({ claim_sets: [['a']] }))],
      ['an authority without a type', asks(pid({ trusted_authorities: [{ values: ['a'] }] }))],
      ['an authority with an empty text', asks(pid({ trusted_authorities: [{ type: 'aki', values: [''] }] }))],
      ['no options', inSets([{ options: [] }])],
      ['options that are missing', inSets([{}])],
      ['options that are no array', inSets([{ options: 'pid' }])],
      ['options that name nothing', inSets([{ options: [['another']] }])],
    ] as const
  ).map(([what, body]): readonly [string, JsonRecord, Delivered] => [what, body, { dcql_query: body.dcql_query }]),
]

const create = (body: JsonRecord): Promise<HttpAnswer> => http(jsonPost('/openid4vp/sessions', body))

describe('a request for', () => {
  it.each(scenarios)('%s', async (_, body, comes) => {
    const answer = await create(body)
    if (typeof comes === 'string') {
      expect([answer.status, answer.object()]).toMatchObject([400, { pointer: expect.stringMatching(`^${comes}`) }])
      return
    }
    expect(answer.status, answer.body).toBe(201)
    expect(answer.header('Ignored-Members')).toBeNull()
    const { session_id: id, authorization_request: told } = answer.object()
    const signed = decodeJwt((await http({ path: `/openid4vp/sessions/${id}/request` })).body)
    for (const request of [told as JsonRecord, signed])
      for (const [member, value] of Object.entries(comes)) {
        if (value === undefined) expect(request).not.toHaveProperty(member)
        else expect(request[member]).toEqual(value)
      }
  })

  it('a page of the service after the response', async () => {
    const answer = await create({ redirect_uri: '{{base_url}}/openid4vp/redirect' })
    expect(answer.object().redirect_uri).toMatch(
      new RegExp(`^${service.baseUrl}/openid4vp/redirect\\?response_code=[\\w-]{22,}$`),
    )
  })
})
