import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenApiDocument } from '@/lib/contract/openapi/document'
import { type Differences, documentedClient, documentedWallet, fetchDescription } from '@/lib/testing/documented-client'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import { createHttpClient, type HttpClient } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { runIssuance } from '@/lib/wallet/run-issuance'

let service: TestService
let document: OpenApiDocument
let differences: Differences
let http: HttpClient
beforeAll(async () => {
  service = await startService({ env: { SESSION_RATE_LIMIT: '50' } })
  document = await fetchDescription(service.baseUrl)
  differences = { found: [], compared: 0 }
  http = documentedClient(createHttpClient(service.baseUrl), document, differences)
})
afterAll(async () => {
  http.close()
  await service.close()
})

/** Every exchange since the last call was as described. */
const expectDescribed = (atLeast: number): void => {
  expect(differences.found.splice(0)).toEqual([])
  expect(differences.compared).toBeGreaterThanOrEqual(atLeast)
  differences.compared = 0
}

const configurations = [
  ['eu-pid-device-bound', 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required'],
  ['eu-pid-device-bound', 'urn:eu.europa.ec.eudi:pid:1.mdoc.key-attestation-required'],
  ['eu-pid-jwt-proof-only', 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof'],
  ['eu-pid-jwt-proof-only', 'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof'],
] as const

describe('the description of the interface', () => {
  it.each(configurations)('fits each request and answer of a flow at %s (%s)', async (issuer, configuration) => {
    const body = {
      issuer_configuration_id: issuer,
      credential_configuration_id: configuration,
      flow: 'pre_authorized_code',
      credential_offer_mode: 'credential_offer_uri',
    }
    const headers = [['Content-Type', 'application/json']] as const
    const answer = await http({ method: 'POST', path: '/sessions', body: JSON.stringify(body), headers })
    const { session_id, deeplink } = answer.object()
    const run = await runIssuance({
      deeplink: String(deeplink),
      http: documentedWallet(createNodeClient(), document, differences),
    })
    expect(run.outcome).toBe('credential_stored')
    for (const part of ['', '/offer', '/deeplink', '/jwks', '/events'])
      expect((await http({ path: `/sessions/${String(session_id)}${part}` })).status).toBe(200)
    expectDescribed(configuration.includes('mdoc') ? 12 : 14)
  })

  it('fits every document and list', async () => {
    const paths = Object.keys(document.paths).filter(
      (path) =>
        document.paths[path]?.get !== undefined &&
        !path.includes('{sessionId}') &&
        !path.includes('{credential') &&
        // The scoreboard needs a key and storage, which its own flows bring along.
        !path.startsWith('/api/'),
    )
    for (const path of paths) {
      const target = path.replace('{issuerConfigurationId}', 'eu-pid-device-bound')
      // A browser that comes without parameters is sent nowhere.
      expect((await http({ path: target })).status).toBe(/\/(authorize|redirect)$/.test(path) ? 400 : 200)
      expect((await http({ method: 'DELETE', path: target })).status).toBe(405)
    }
    await http({
      path: '/.well-known/openid-credential-issuer/issuers/eu-pid-device-bound',
      headers: [['Accept', 'application/jwt']],
    })
    expectDescribed(20)
  })

  it('fits refusals: unknown things, bad requests, bodies that are too long, and too many sessions', async () => {
    const wallet = await createHandWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' }, http)
    const nobody = '00000000-0000-4000-8000-000000000000'
    const statuses = [
      await http({ path: `/sessions/${nobody}` }),
      await http({ path: `/sessions/${wallet.created.session_id}/jwks` }),
      await http({ path: '/issuers/nobody/jwks.json' }),
      await http({ path: `/issuers/eu-pid-device-bound/offers/${nobody}` }),
      await http({ method: 'POST', path: '/sessions', body: '[]' }),
      await http({ method: 'POST', path: '/sessions', body: 'x'.repeat(1024 * 1024 + 1) }),
      await wallet.requestToken({ dpop: null }),
      await wallet.requestToken({ body: 'x'.repeat(256 * 1024 + 1) }),
      await http({ method: 'POST', path: wallet.path('credential'), body: '{}' }),
      await wallet.requestCredential({ request: (request) => delete request.proofs }),
      await wallet.requestCredential(),
    ].map(({ status }) => status)
    expect(statuses).toEqual([404, 409, 404, 404, 400, 413, 400, 413, 401, 400, 200])
    let last = 201
    for (let count = 0; count < 60 && last === 201; count += 1)
      last = (await http({ method: 'POST', path: '/sessions' })).status
    expect(last).toBe(429)
    expectDescribed(15)
  })

  it('would tell an answer that is not described', async () => {
    const { paths, ...rest } = document
    const { get } = paths['/healthz'] ?? {}
    if (get === undefined) throw new Error('no /healthz')
    const { 200: _described, ...responses } = get.responses
    const poorer = { ...rest, paths: { ...paths, '/healthz': { get: { ...get, responses } } } }
    const seen: Differences = { found: [], compared: 0 }
    const client = documentedClient(createHttpClient(service.baseUrl), poorer, seen)
    await client({ path: '/healthz' })
    await client({ path: '/nowhere' })
    client.close()
    expect(seen.found).toEqual(['GET /healthz: answers 200, which is not described', 'GET /nowhere: no such operation'])
  })
})
