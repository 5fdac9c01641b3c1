import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '@/lib/core/shared/values/json'
import { jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'

/** Our keys sign for nobody else, and our links lead to nobody else, however a tester writes it. */
const service = serviceForTests()
const { http } = service

const packed = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Addresses of somebody else, in any spelling. */
const addresses: readonly Json[] = [
  'https://evil.example',
  'http://evil.example/x',
  'https:evil.example',
  '//evil.example',
  'ht\ntps://evil.example',
  'wss://evil.example',
  'openid4vp://evil.example/authorize',
  'https%3A%2F%2Fevil.example',
  'https://localhost@evil.example',
  'x https://evil.example y',
  packed({ u: 'https://evil.example' }),
  JSON.stringify({ u: 'https://evil.example' }),
  { deep: [{ u: 'https://evil.example' }] },
  { 'https://evil.example': 1 },
]

/** Names of somebody else. */
const names: readonly string[] = [
  'x509_san_dns:evil.example',
  `x509_hash:${'A'.repeat(43)}`,
  'decentralized_identifier:did:web:evil.example',
  'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK',
  'verifier_attestation:evil',
  'openid_federation:https://evil.example',
  'redirect_uri:https://evil.example/response',
  'https://evil.example',
  'x509_san_dns%3Aevil.example',
  'x509%5fsan%5fdns%253aevil.example',
]

/** Spellings that some readers take for the member. */
const spellings: readonly string[] = ['Client_ID', 'CLIENT_ID', 'client%5Fid', 'clientId', 'I\u017fs', 'Sub', '%69ss']

type Try = readonly [path: string, target: string, place: string, value: Json]

const presentation = '/openid4vp/sessions'
const tries: readonly Try[] = [
  ...(['/response_uri', '/redirect_uri', '/client_metadata/logo_uri', '/expected_origins'] as const).flatMap((place) =>
    addresses.map((value): Try => [presentation, 'request_object', place, value]),
  ),
  ...addresses.map((value): Try => [presentation, 'request_header', '/jku', value]),
  ...addresses.flatMap((value): Try[] =>
    typeof value === 'string' ? [[presentation, 'link', '/request_uri', value]] : [],
  ),
  ...addresses.map((value): Try => [presentation, 'response', '/body/redirect_uri', value]),
  ...addresses.map((value): Try => ['/sessions', 'offer', '/credential_issuer', value]),
  ...addresses.map((value): Try => ['/sessions', 'issuer_metadata', '/credential_endpoint', value]),
  ...addresses.map((value): Try => ['/sessions', 'server_metadata', '/token_endpoint', value]),
  ...(['/client_id', '/iss', '/sub'] as const).flatMap((place) =>
    names.map((value): Try => [presentation, 'request_object', place, value]),
  ),
  ...spellings.flatMap((name): Try[] => [
    [presentation, 'request_object', `/${name}`, 'x509_san_dns:evil.example'],
    [presentation, 'link', `/${name}`, 'x509_san_dns:evil.example'],
    [presentation, 'request_header', `/${name}`, 'x509_san_dns%3Aevil.example'],
  ]),
  ...['Response_URI', 'redirect%5Furi', 'EXPECTED_ORIGINS', 'Request_Uri'].flatMap((name): Try[] => [
    [presentation, 'request_object', `/${name}`, 'https%3A%2F%2Fevil.example'],
    [presentation, 'link', `/${name}`, 'HTTPS://evil.example'],
  ]),
]

describe('a try to make our key sign for somebody else', () => {
  it(`is refused each of ${tries.length} times, at its place and without its value`, async () => {
    expect(tries.length).toBeGreaterThan(100)
    const let_through: unknown[] = []
    for (const [path, target, place, value] of tries) {
      const body = { mutations: [{ target, op: 'put', path: place, value }], flow: 'pre_authorized_code' }
      const { flow, ...only } = body
      const answer = await http(jsonPost(path, (path === '/sessions' ? { ...only, flow } : only) as JsonObject))
      const { error, errors } = answer.object() as { error?: string; errors?: { code: string; pointer: string }[] }
      const isRefused =
        answer.status === 400 &&
        error === 'invalid_mutation' &&
        errors?.every(({ code, pointer }) => code.startsWith('foreign_') && pointer.startsWith('/mutations/0/')) &&
        !answer.body.includes('evil')
      if (!isRefused) let_through.push([target, place, value, answer.status, answer.body.slice(0, 200)])
    }
    expect(let_through).toEqual([])
  })

  it.each<[string, JsonObject]>([
    ['in two steps', { mutations: twoSteps() }],
    ['by the members of the other implementation', { request_mutation: setTo('/response_uri') }],
    ['in its link', { request_mutation: { outer_request: { set: { '/request_uri': 'https://evil.example' } } } }],
    ['in its metadata', { client_metadata: { policy_uri: 'https://evil.example' } }],
    ['after the response', { redirect_uri: 'https://evil.example/back' }],
    ['in the answer to it', { response_scenario: { extra_parameters: { redirect_uri: 'https://evil.example' } } }],
    ['at the request_uri', { request_behavior: { request_uri_response: { body: { to: 'https://evil.example' } } } }],
  ])('is refused %s', async (_, body) => {
    const answer = await http(jsonPost(presentation, body))
    expect(answer.status, answer.body).toBe(400)
    expect(answer.body).not.toContain('evil')
  })
})

function setTo(place: string): JsonObject {
  return { request_object: { set: { [place]: 'https://evil.example/response' } } }
}

function twoSteps(): JsonObject[] {
  const common = { target: 'request_object' }
  return [
    { ...common, op: 'put', path: '/spare', value: 'https://evil.example/response' },
    { ...common, op: 'move', from: '/spare', path: '/response_uri' },
  ]
}
