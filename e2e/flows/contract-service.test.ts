import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { contractEntry, operationIds } from '@/lib/contract/contract'
import { pathsOf } from '@/lib/contract/contract-entry'
import { expectAllowedOrigin } from '@/lib/testing/allowed-origin'
import { checkContract } from '@/lib/testing/check-contract'
import { covers } from '@/lib/testing/covers'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import { createHttpClient, type HttpClient, type JsonRecord } from '@/lib/testing/http-client'
import { startService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { dateTimeShape, expectJson, membersOf, uuidShape } from '@/lib/testing/shapes'

describe('the service', () => {
  /** The rules of HTTP that apply to every path. */
  const service = serviceForTests()
  const { http } = service

  /** The paths as the requirements write them; `{id}` is the issuer configuration. */
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
              .replace(/(\/_interface)?\/?route\.ts$/, '')
              .replaceAll('[', '{')
              .replaceAll(']', '}')}`,
        )
      const declared = new Set(operationIds.flatMap((operation) => pathsOf(contractEntry(operation))))
      expect(routes.sort()).toEqual([...declared].sort())
    })

    covers('A5.1')
    it.each(required.filter(([method]) => method === 'GET'))(
      'answers %s %s without any credential',
      async (_m, path) => {
        const answer = await http({ path: filled(path, await session()) })
        // A browser without credentials is refused, for another reason.
        expect(/\/(authorize|redirect)$/.test(path) ? [400] : path.endsWith('/jwks') ? [200, 409] : [200]).toContain(
          answer.status,
        )
      },
    )

    /** GET advances a flow there, so HEAD is not among the methods. */
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
      // The authorization endpoint of an issuer takes forms too. RFC6749-3.1
      const takesForms = /^\/issuers\/.*\/authorize$/.test(path)
      const wrong = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'].filter(
        (name) => name !== method && !(takesForms && name === 'POST'),
      )
      for (const name of wrong) {
        const answer = await http({ method: name, path: target })
        expectError(answer, 405, 'method_not_allowed')
        const right = method === 'POST' ? ['POST'] : moving.test(path) ? ['GET'] : ['GET', 'HEAD']
        if (takesForms) right.push('POST')
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
})

describe('the ledger', () => {
  const service = serviceForTests()
  const { http } = service

  interface LedgerRecord extends JsonRecord {
    readonly headers: JsonRecord
    readonly query: JsonRecord
    readonly response: JsonRecord
  }

  const ledger = async (from: HttpClient = http): Promise<LedgerRecord[]> => {
    const answer = await from({ path: '/oid4vci/requests' })
    expectJson(answer, 200)
    checkContract('listRequests', answer)
    return answer.json() as LedgerRecord[]
  }
  const newest = async (): Promise<LedgerRecord> => (await ledger()).at(-1)!

  const issuer = 'eu-pid-device-bound'
  const hidden = (length: number) => expect.objectContaining({ redacted: true, present: true, length, type: 'string' })

  describe('GET /oid4vci/requests', () => {
    it('lists what was sent to the issuer, and nothing that was sent to the verifier', async () => {
      await http({ path: '/issuers/unknown/nonce', method: 'POST' })
      await http({ path: '/openid4vp/sessions/00000000-0000-4000-8000-000000000000/request' })
      await http({ path: '/openid4vp/response', method: 'POST' })
      const { store } = service.container.ports
      expect((await store.ledger(2)).map(({ path }) => path)).toContain('/openid4vp/response')
      expect((await newest()).path).toBe('/issuers/unknown/nonce')
      expect((await ledger()).filter(({ path }) => String(path).includes('openid4vp'))).toEqual([])
    })

    covers('A2.32', 'A2.36', 'A2.37', 'A4.10')
    it('has records of exactly ten members, each of its type', async () => {
      const wallet = await createHandWallet(service)
      await wallet.requestCredential()
      await http({ path: '/issuers/unknown/token', method: 'POST' })
      const records = await ledger()
      expect(records.length).toBeGreaterThan(4)
      for (const record of records) {
        expect(membersOf(record)).toEqual([
          'at',
          'body',
          'headers',
          'id',
          'issuer_configuration_id',
          'method',
          'path',
          'query',
          'response',
          'session_id',
        ])
        expect(record.id).toMatch(uuidShape)
        expect(record.at).toMatch(dateTimeShape)
        expect(membersOf(record.response)).toEqual(['content_type', 'status'])
      }
      const times = records.map(({ at }) => String(at))
      expect(times).toEqual([...times].sort())
      expect(new Set(records.map(({ id }) => id)).size).toBe(records.length)
    })

    covers('A1.4', 'A6.2')
    it('has one record for each request of a flow, in order, and the session shows the same', async () => {
      const wallet = await createHandWallet(service, { credential_offer_mode: 'credential_offer_uri' })
      const before = (await ledger()).length
      await http({ path: new URL(wallet.created.offer_url).pathname })
      await wallet.requestToken({ dpop: null })
      await wallet.obtainToken()
      await wallet.requestCredential()
      await wallet.requestCredential({ body: '[]' })
      const records = (await ledger()).slice(before)
      const steps = records.map(({ method, path, response }) => [method, String(path).split('/')[3], response.status])
      expect(steps).toEqual([
        ['GET', 'offers', 200],
        ['POST', 'token', 400],
        ['POST', 'token', 200],
        ['POST', 'nonce', 200],
        ['POST', 'credential', 200],
        ['POST', 'nonce', 200],
        ['POST', 'credential', 400],
      ])
      const session = await wallet.view()
      const ids = new Set(session.exchanges.map(({ id }) => id))
      const bound = records.filter(({ session_id }) => session_id === wallet.created.session_id)
      // The nonce of the last, refused request was never assigned to the session.
      expect(bound).toHaveLength(6)
      for (const { id } of bound) expect(ids).toContain(id)
    })

    covers('A2.33')
    it('names neither session nor issuer where a request names none', async () => {
      await http({ path: '/issuers/unknown/jwks.json' })
      expect(await newest()).toMatchObject({ session_id: null, issuer_configuration_id: null })
      await http({ path: `/issuers/${issuer}/jwks.json` })
      expect(await newest()).toMatchObject({ session_id: null, issuer_configuration_id: issuer })
    })

    covers('A6.2')
    it.each([
      ['GET', `/issuers/${issuer}/token`, 405],
      ['DELETE', `/.well-known/jwt-vc-issuer/issuers/${issuer}`, 405],
      ['POST', `/issuers/${issuer}/credentials`, 404],
      ['GET', `/authorization-servers/${issuer}/nothing`, 404],
      ['GET', '/.well-known/openid-configuration', 404],
      ['POST', `/issuers/${issuer}/token/`, 404],
    ])('has a record of %s %s, which is answered %i', async (method, path, status) => {
      await http({ method, path })
      expect(await newest()).toMatchObject({ method, path, response: { status, content_type: 'application/json' } })
    })

    it('has a record of whoever reads an offer', async () => {
      const created = (await http({ method: 'POST', path: '/sessions' })).object()
      const path = `/sessions/${String(created.session_id)}/offer`
      await http({ path })
      expect(await newest()).toMatchObject({ path, session_id: created.session_id, response: { status: 200 } })
    })

    it('has no records of health, catalogue, session creation and read-backs, nor of itself', async () => {
      const created = (await http({ method: 'POST', path: '/sessions' })).object()
      const before = await ledger()
      for (const path of [
        '/healthz',
        '/readyz',
        '/issuers',
        '/checks.json',
        '/presets.json',
        '/fcaf.json',
        '/coverage',
        '/pki/root-ca.pem',
        '/.well-known/security.txt',
        '/oid4vci/requests',
      ])
        await http({ path })
      await http({ method: 'POST', path: '/sessions' })
      for (const part of ['', '/events', '/jwks', '/deeplink'])
        await http({ path: `/sessions/${String(created.session_id)}${part}` })
      expect(await ledger()).toEqual(before)
    })

    covers('A1.5', 'A2.34', 'A2.35')
    it('shows names and lengths of secrets, and never the secrets', async () => {
      const wallet = await createHandWallet(service)
      const code = 'a-code-that-must-not-be-shown'
      const answer = await wallet.requestToken({
        query: '?code=q-secret&code=q-secret-2&scope=visible',
        form: (form) => form.set('pre-authorized_code', code),
      })
      expect(answer.status).toBe(400)
      const record = await newest()
      expect(record.body).toMatchObject({
        grant_type: 'urn:ietf:params:oauth:grant-type:pre-authorized_code',
        'pre-authorized_code': hidden(code.length),
      })
      expect(record.query).toMatchObject({ scope: 'visible', code: [hidden(8), hidden(10)] })
      expect(record.headers.dpop).toMatchObject({ redacted: true, present: true, type: 'string' })
      expect(JSON.stringify(record)).not.toMatch(/a-code-that|q-secret/)
      expect(record.path).toBe(wallet.path('token'))
    })

    covers('A2.34')
    it('keeps a header that came twice as a list, in order and in lower case', async () => {
      await http({
        path: `/issuers/${issuer}/jwks.json`,
        headers: [
          ['X-Order', 'first'],
          ['Accept', 'application/json'],
          ['x-order', 'second'],
        ],
      })
      const { headers, query, body } = await newest()
      expect(headers).toMatchObject({ 'x-order': ['first', 'second'], accept: 'application/json' })
      expect({ query, body }).toEqual({ query: {}, body: null })
    })
  })

  describe('the bound of the ledger', () => {
    covers('A8.2')
    it('is LEDGER_SIZE: the newest are kept, oldest first (N103)', async () => {
      const small = await startService({ env: { LEDGER_SIZE: '5' } })
      const client = createHttpClient(small.baseUrl)
      for (let index = 1; index <= 12; index++) await client({ path: `/issuers/${issuer}/jwks.json?n=${index}` })
      expect((await ledger(client)).map(({ query }) => query.n)).toEqual(['8', '9', '10', '11', '12'])
      client.close()
      await small.close()
    })

    covers('A4.10', 'A8.2', 'A8.3')
    it('is 1000 when nothing else was said (N103)', async () => {
      const path = `/issuers/${issuer}/jwks.json`
      for (let start = 0; start < 1005; start += 15)
        await Promise.all(Array.from({ length: 15 }, (_, index) => http({ path: `${path}?n=${start + index}` })))
      const numbers = (await ledger()).map(({ query }) => Number(query.n))
      expect(numbers).toHaveLength(1000)
      expect(Math.min(...numbers)).toBeLessThanOrEqual(15)
      expect(new Set(numbers).size).toBe(1000)
      const times = (await ledger()).map(({ at }) => String(at))
      expect(times).toEqual([...times].sort())
    })
  })
})
