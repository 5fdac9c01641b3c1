import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OpenApiDocument } from '@/lib/contract/openapi/document'
import { compareAnswers } from '@/lib/testing/compare-answers'
import { createHttpClient } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

/**
 * The OpenAPI document is what the service says about itself; every flow test also compares its responses with it at
 * the end.
 */
const service = serviceForTests()
let document: OpenApiDocument
beforeAll(async () => {
  const http = createHttpClient(service.baseUrl)
  document = (await http({ path: '/openapi.json' })).json() as OpenApiDocument
  http.close()
})

const configurations = [
  ['eu-pid-device-bound', 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required'],
  ['eu-pid-device-bound', 'urn:eu.europa.ec.eudi:pid:1.mdoc.key-attestation-required'],
  ['eu-pid-jwt-proof-only', 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof'],
  ['eu-pid-jwt-proof-only', 'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof'],
] as const

describe('the description of the interface', () => {
  it('is valid OpenAPI 3.1 to a validator that is not ours', async () => {
    const judge = (candidate: object) => new Validator().validate(JSON.parse(JSON.stringify(candidate)))
    expect(await judge(document)).toEqual({ valid: true })
    const { title: _title, ...info } = document.info
    expect((await judge({ ...document, info })).valid).toBe(false)
    const broken = { ...document.paths['/healthz'], get: { responses: { 200: { content: {} } } } }
    expect((await judge({ ...document, paths: { ...document.paths, '/healthz': broken } })).valid).toBe(false)
  })

  it.each(configurations)('fits each request and answer of a flow at %s (%s)', async (issuer, configuration) => {
    const before = service.comparison.compared()
    const http = createHttpClient(service.baseUrl)
    const body = {
      issuer_configuration_id: issuer,
      credential_configuration_id: configuration,
      flow: 'pre_authorized_code',
      credential_offer_mode: 'credential_offer_uri',
    }
    const headers = [['Content-Type', 'application/json']] as const
    const answer = await http({ method: 'POST', path: '/sessions', body: JSON.stringify(body), headers })
    const { session_id, deeplink } = answer.object()
    const run = await runAtIssuer({ deeplink: String(deeplink) })
    expect(run.outcome).toBe('credential_stored')
    for (const part of ['', '/offer', '/deeplink', '/jwks', '/events'])
      expect((await http({ path: `/sessions/${String(session_id)}${part}` })).status).toBe(200)
    http.close()
    expect(service.comparison.compared() - before).toBe(run.log.length + 6)
    expect([...service.comparison.differences]).toEqual([])
  })
})

describe('the comparison', () => {
  it('reports a member of an answer that is not described, though its schema is open', async () => {
    const answer = (body: object) => ({ status: 404, body: JSON.stringify({ error: 'not_found', ...body }) })
    const ask = { path: '/openid4vp/sessions/0b62bd78-3ed7-41f2-bb2b-748e73deb9b3' }
    expect(await found(answer({ failed_checks: [], pointer: '/a', errors: [] }), ask)).toEqual([])
    expect(await found(answer({ mood: 'fine' }), ask)).toEqual([
      `GET ${ask.path}: answer 404: has the member mood, which is not described`,
    ])
  })

  /** The differences found when a server answers `/healthz` with this response. */
  async function found(
    answer: { status?: number; headers?: Record<string, string>; body?: string },
    ask: { path?: string; method?: string } = {},
  ): Promise<string[]> {
    const server = createServer((_request, response) => {
      response.statusCode = answer.status ?? 200
      const headers = { 'Content-Type': 'application/json', ...answer.headers }
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      response.end(answer.body ?? '{"status":"ok"}')
    })
    const comparison = compareAnswers(server, document)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const client = createHttpClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    await client({ path: '/healthz', ...ask })
    client.close()
    await new Promise((resolve) => server.close(resolve))
    return [...comparison.differences]
  }

  it('finds nothing where they agree', async () => {
    expect(await found({})).toEqual([])
    expect(await found({ body: '' }, { method: 'HEAD' })).toEqual([])
    expect(await found({ status: 404, body: '{"error":"not_found"}' }, { path: '/issuers/x/nothing' })).toEqual([])
  })

  it.each([
    ['a status', { status: 418 }, 'GET /healthz: answers 418, which is not described'],
    [
      'a media type',
      { headers: { 'Content-Type': 'text/plain' } },
      'GET /healthz: answer 200: is text/plain, which is not described',
    ],
    ['a member', { body: '{"status":"ok","more":1}' }, 'GET /healthz: answer 200: $ has the undocumented member more'],
    ['a value', { body: '{"status":"bad"}' }, 'GET /healthz: answer 200: $.status must be equal to constant'],
    [
      'a header',
      { headers: { 'X-Odd': '1' } },
      'GET /healthz: answer 200: has the header x-odd, which is not described',
    ],
    [
      'the lack of a header',
      { status: 405, body: '{"error":"method_not_allowed"}' },
      'GET /healthz: answer 405: lacks the header Allow',
    ],
  ])('finds %s that is not described', async (_what, answer, difference) => {
    expect(await found(answer)).toEqual([difference])
  })

  it('finds an answer where nothing is described', async () => {
    expect(await found({}, { path: '/issuers/x/nothing' })).toEqual([
      'GET /issuers/x/nothing: answer 200: no path of the description, and not answered as absent',
    ])
  })

  it('finds a request that was accepted and is not described', async () => {
    const path = '/issuers/eu-pid-device-bound/authorize?client_id=x'
    expect(await found({ status: 302, headers: { Location: '/' }, body: '' }, { path })).toEqual([
      'GET /issuers/eu-pid-device-bound/authorize: accepted request: lacks the query parameter request_uri',
    ])
  })
})
