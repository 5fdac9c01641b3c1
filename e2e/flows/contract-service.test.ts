import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractEntry, operationIds } from '@/lib/contract/contract'
import { pathsOf } from '@/lib/contract/contract-entry'
import { expectAllowedOrigin } from '@/lib/testing/allowed-origin'
import { checkContract } from '@/lib/testing/check-contract'
import { covers } from '@/lib/testing/covers'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHttpClient, type HttpClient } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import { expectJson } from '@/lib/testing/shapes'

/** The rules of HTTP that apply to every path. */
let service: TestService
let http: HttpClient
beforeAll(async () => {
  service = await startService()
  http = createHttpClient(service.baseUrl)
})
afterAll(async () => {
  http.close()
  await service.close()
})

/** The paths of this test as the requirements write them; `{id}` is the issuer configuration. */
const required: readonly (readonly [method: 'GET' | 'POST', path: string])[] = [
  ['GET', '/healthz'],
  ['GET', '/.well-known/openid-credential-issuer/issuers/{id}'],
  ['GET', '/.well-known/oauth-authorization-server/issuers/{id}'],
  ['GET', '/.well-known/jwt-vc-issuer/issuers/{id}'],
  ['GET', '/issuers/{id}/jwks.json'],
  ['GET', '/issuers/{id}/credential-jwks.json'],
  ['GET', '/issuers'],
  ['GET', '/oid4vci/requests'],
  ['POST', '/sessions'],
  ['GET', '/sessions/{sessionId}'],
  ['GET', '/sessions/{sessionId}/offer'],
  ['GET', '/sessions/{sessionId}/deeplink'],
  ['GET', '/sessions/{sessionId}/jwks'],
  ['GET', '/sessions/{sessionId}/events'],
  ['GET', '/issuers/{id}/offers/{credentialOfferId}'],
  ['GET', '/.well-known/oauth-authorization-server/authorization-servers/{id}'],
  ['POST', '/issuers/{id}/par'],
  ['GET', '/issuers/{id}/authorize'],
  ['GET', '/issuers/{id}/redirect'],
  ['GET', '/authorization-servers/{id}/authorize'],
  ['POST', '/authorization-servers/{id}/token'],
  ['POST', '/issuers/{id}/token'],
  ['POST', '/issuers/{id}/nonce'],
  ['POST', '/issuers/{id}/credential'],
]

const session = async (): Promise<{ sessionId: string; credentialOfferId: string }> => {
  const created = (await http({ method: 'POST', path: '/sessions' })).object()
  return {
    sessionId: String(created.session_id),
    credentialOfferId: String(created.offer_url).split('/').at(-1) ?? '',
  }
}

const filled = (path: string, values: { readonly sessionId: string; readonly credentialOfferId: string }): string =>
  path
    .replace('{id}', 'eu-pid-device-bound')
    .replace('{sessionId}', values.sessionId)
    .replace('{credentialOfferId}', values.credentialOfferId)

describe('GET /healthz', () => {
  covers('A2.2', 'A4.1')
  it('says ok and nothing else', async () => {
    const answer = await http({ path: '/healthz' })
    expectJson(answer, 200)
    checkContract('getHealth', answer)
    expect(answer.json()).toEqual({ status: 'ok' })
  })

  covers('D19')
  it('is beside /readyz, which names the parts', async () => {
    const answer = await http({ path: '/readyz' })
    expectJson(answer, 200)
    checkContract('getReadiness', answer)
    // This service runs without Temporal.
    expect(answer.json()).toEqual({ status: 'ok', parts: { pocketbase: true, temporal: null, worker: null } })
  })
})

describe('every path of the requirement', () => {
  covers('A9.2')
  it('is in the contract as it is written there, and without a version', () => {
    const declared = operationIds.map((operation) => {
      const { method, path } = contractEntry(operation)
      return `${method} ${path.replace('{issuerConfigurationId}', '{id}')}`
    })
    expect(declared).toEqual(expect.arrayContaining(required.map(([method, path]) => `${method} ${path}`)))
    for (const line of declared) expect(line).not.toMatch(/\/v\d/)
  })

  covers('C3')
  it('has a route.ts below app/, and no route.ts stands without a path of the contract', () => {
    const folder = fileURLToPath(new URL('../../app/(protocol)', import.meta.url))
    const routes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => /(^|\/)route\.ts$/.test(file))
      .map(
        (file) =>
          `/${file
            .replace(/\/?route\.ts$/, '')
            .replaceAll('[', '{')
            .replaceAll(']', '}')}`,
      )
    const declared = new Set(operationIds.flatMap((operation) => pathsOf(contractEntry(operation))))
    expect(routes.sort()).toEqual([...declared].sort())
  })

  covers('A5.1')
  it.each(required.filter(([method]) => method === 'GET'))('answers %s %s without any credential', async (_m, path) => {
    const answer = await http({ path: filled(path, await session()) })
    // A browser without credentials is refused, but for another reason.
    expect(/\/(authorize|redirect)$/.test(path) ? [400] : path.endsWith('/jwks') ? [200, 409] : [200]).toContain(
      answer.status,
    )
  })

  /** A GET there advances a flow, so HEAD is not among their methods. */
  const moving = /\/(authorize|redirect|offers\/\{credentialOfferId\})$/

  covers('D20')
  it.each(required.filter(([method, path]) => method === 'GET' && !moving.test(path)))(
    'answers HEAD like %s at %s, without a body',
    async (_m, path) => {
      const target = filled(path, await session())
      const [head, get] = [await http({ method: 'HEAD', path: target }), await http({ path: target })]
      expect(head.status).toBe(get.status)
      expect(head.body).toBe('')
      for (const name of ['content-type', 'cache-control', 'access-control-allow-origin'])
        expect(head.header(name)).toBe(get.header(name))
      expect(Number(head.header('content-length'))).toBeGreaterThan(0)
    },
  )

  covers('A2.3', 'D20')
  it.each(required)('refuses other methods than %s at %s with 405 and says which are right', async (method, path) => {
    const target = filled(path, await session())
    const wrong = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'].filter((name) => name !== method)
    for (const name of wrong) {
      const answer = await http({ method: name, path: target })
      expectError(answer, 405, 'method_not_allowed')
      const right = method === 'POST' ? ['POST'] : moving.test(path) ? ['GET'] : ['GET', 'HEAD']
      expect(answer.header('allow')?.split(', ')).toEqual([...right, 'OPTIONS'])
    }
  })

  covers('D3')
  it.each(required)('lets a browser ask before it sends %s %s', async (method, path) => {
    const answer = await http({
      method: 'OPTIONS',
      path: filled(path, await session()),
      headers: [
        ['Origin', 'https://wallet.example'],
        ['Access-Control-Request-Method', method],
        ['Access-Control-Request-Headers', 'authorization,content-type,dpop'],
      ],
    })
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 204, body: '' })
    expectAllowedOrigin(answer)
    expect(answer.header('allow')).toContain(method)
    if (answer.header('access-control-allow-origin') === null) {
      expect(answer.fields.filter(([name]) => /^access-control-/i.test(name))).toEqual([])
      return
    }
    expect(answer.header('access-control-allow-methods')).toContain(method)
    expect(answer.header('access-control-allow-headers')?.toLowerCase()).toMatch(/authorization.*content-type.*dpop/)
  })

  covers('A2.1')
  it.each(required.filter(([, path]) => path.includes('{id}')))(
    'is not found under an unknown issuer: %s %s',
    async (method, path) => {
      for (const id of ['unknown', 'EU-PID-DEVICE-BOUND', '%65%75', '__proto__', 'eu-pid-device-bound%00']) {
        const target = path.replace('{id}', id).replace('{credentialOfferId}', randomUUID())
        expectError(await http({ method, path: target }), 404, 'issuer_not_found')
      }
    },
  )
})

describe('a path that does not exist', () => {
  it.each([
    '/.well-known/',
    '/.well-known/openid-configuration',
    '/.well-known/openid-credential-issuer',
    '/issuers/eu-pid-device-bound',
    '/issuers/eu-pid-device-bound/deferred-credential',
    '/authorization-servers/eu-pid-device-bound/jwks.json',
    '/sessions',
    '/sessions/',
    '/sessions/x/y/z',
    '/openid4vp/nothing',
    '/oid4vci/nothing',
    '/api/nothing',
    '/healthz/',
    '/pki/other',
    '/checks.json/x',
    '/issuers/%',
    '/issuers/%E0%A4%A/token',
    '//healthz',
  ])('answers %s with an Error in JSON, whatever is asked of it', async (path) => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await http({ method, path, headers: [['Accept', 'text/html']] })
      expect(answer.status).toBe(path === '/sessions' ? 405 : 404)
      expect(answer.header('content-type')).toBe('application/json')
      expect(answer.object()).toMatchObject({ error: expect.any(String), error_description: expect.any(String) })
    }
  })
})
