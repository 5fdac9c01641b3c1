import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkContract } from '@/lib/testing/check-contract'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { runs } from '@/scripts/thorough.mjs'

/**
 * Any mutations of any session: creation, delivery and read-back answer as the interface describes it, never with a
 * failure of ours.
 */
const service = serviceForTests()
const { http } = service

const names = ['client_id', 'response_uri', 'nonce', 'state', 'dcql_query', 'credentials', 'client_metadata', 'jwks']
const more = [
  'keys',
  '0',
  '-',
  'typ',
  'alg',
  'x5c',
  'request_uri',
  'status',
  'body',
  'content_type',
  'iat',
  'exp',
  'x',
  'response_mode',
  'scope',
  'transaction_data',
  'verifier_info',
  'vp_formats_supported',
  'grants',
  'credential_configuration_ids',
  'credential_configurations_supported',
  'credential_issuer',
  'issuer',
  'nonce_endpoint',
  'token_type',
  'expires_in',
]
const path = fc
  .array(fc.constantFrom(...names, ...more), { minLength: 1, maxLength: 3 })
  .map((steps) => steps.map((step) => `/${step}`).join(''))
const operationOn = (...targets: string[]) =>
  fc.record(
    {
      target: fc.constantFrom(...targets),
      op: fc.constantFrom(...Array<string>(8).fill('put'), 'remove', 'add', 'replace', 'move', 'copy'),
      path,
      from: path,
      value: fc.oneof(
        fc.constantFrom<unknown>(null, 7, 'x', '', [], {}, true, [null], { a: [1] }, 418, 'text/plain', ['x'], [[]], {
          keys: null,
        }),
        fc.jsonValue({ maxDepth: 2 }),
      ),
    },
    { requiredKeys: ['target', 'op', 'path', 'from', 'value'] },
  )
const ofRequest = operationOn(
  'request_object',
  'request_object',
  'request_header',
  'link',
  'request_response',
  'response',
)
const ofIssuer = operationOn(
  'offer',
  'offer_link',
  'issuer_metadata',
  'server_metadata',
  'token_response',
  'credential_response',
)
const session = fc.constantFrom<object>(
  {},
  { request_uri_method: 'post' },
  { request_delivery: 'by_value' },
  { client_id_prefix: 'redirect_uri', request_delivery: 'by_value' },
  { presentation_channel: 'dc_api' },
  {
    presentation_channel: 'dc_api',
    dc_api_protocols: ['openid4vp-v1-unsigned', 'openid4vp-v1-multisigned', 'org-iso-mdoc'],
  },
  { profile: 'haip' },
  { response_type: 'vp_token id_token', response_mode: 'direct_post' },
  { client_id_prefix: 'decentralized_identifier' },
  { client_id_prefix: 'verifier_attestation' },
)

it('ends in 201 or 400 at creation, and in no error of ours afterwards', async () => {
  let created = 0
  await fc.assert(
    fc.asyncProperty(session, fc.array(ofRequest, { minLength: 1, maxLength: 2 }), async (body, mutations) => {
      const response = await http({
        method: 'POST',
        path: '/openid4vp/sessions',
        headers: [['Content-Type', 'application/json']],
        body: JSON.stringify({ ...body, mutations }),
      })
      expect([201, 400], response.body).toContain(response.status)
      checkContract('createPresentationSession', response)
      if (response.status !== 201) return
      created += 1
      const path = `/openid4vp/sessions/${response.object().session_id}`
      for (const place of ['', '/deeplink', '/report?format=md'])
        expect((await http({ path: `${path}${place}` })).status, place).toBe(200)
      const changesFetch = mutations.some(({ target }) => target === 'request_response')
      const carried = 'presentation_channel' in body ? '/dc-api' : '/request'
      const { status } = await http({ path: `${path}${carried}` })
      if (!changesFetch) expect(status).toBe(200)
      const sent = await http({
        method: 'POST',
        path: `${path}/response`,
        headers: [['Content-Type', 'application/x-www-form-urlencoded']],
        body: new URLSearchParams({ vp_token: '{"pid":["eyJhbGciOiJFUzI1NiJ9.e30.AAAA~"]}', state: 'x' }).toString(),
      })
      expect(sent.status).toBeLessThan(500)
      expect((await http({ path })).status).toBe(200)
    }),
    runs(400),
  )
  expect(created).toBeGreaterThan(5)
})

it('does so for the documents of an issuer', async () => {
  let created = 0
  const flows = fc.constantFrom<object>({}, { flow: 'authorization_code' }, { credential_offer_mode: 'by_value' })
  await fc.assert(
    fc.asyncProperty(flows, fc.array(ofIssuer, { minLength: 1, maxLength: 2 }), async (body, mutations) => {
      const response = await http({
        method: 'POST',
        path: '/sessions',
        headers: [['Content-Type', 'application/json']],
        body: JSON.stringify({ ...body, mutations }),
      })
      expect([201, 400], response.body).toContain(response.status)
      checkContract('createSession', response)
      if (response.status !== 201) return
      created += 1
      const { session_id: id, issuer_identifier: issuer } = response.object()
      const { pathname } = new URL(String(issuer))
      for (const path of [
        `/sessions/${id}`,
        `/sessions/${id}/report?format=md`,
        `/.well-known/openid-credential-issuer${pathname}`,
      ])
        expect((await http({ path })).status, path).toBe(200)
    }),
    runs(200),
  )
  expect(created).toBeGreaterThan(5)
})
