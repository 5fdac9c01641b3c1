import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, lastExchange } from '@/lib/testing/expect-refusal'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import { createHttpClient, type Fields, type HttpClient, type JsonRecord } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'

/** Headers are judged as received, not as a parser would merge them. RFC9110-5.3 */
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

const form = 'application/x-www-form-urlencoded'

describe('two Content-Type headers', () => {
  it.each([
    [form, form],
    [form, 'application/json'],
    ['application/json', form],
  ])('are no media type at the token endpoint: %s and %s', async (first, second) => {
    const wallet = await createHandWallet(service)
    const answer = await wallet.requestToken({
      headers: (fields) => void fields.splice(0, 1, ['Content-Type', first], ['content-type', second]),
    })
    expectError(answer, 400, 'invalid_request')
    expect(answer.object().error_uri).toBe(`${service.baseUrl}/checks/vci.token.content_type`)
    const exchange = await lastExchange(wallet, wallet.path('token'))
    expect(exchange.headers).toMatchObject({ 'content-type': [first, second] })
    const finding = (await wallet.view()).checks.conformance.find(({ id }) => id === 'vci.token.content_type')
    expect(finding).toMatchObject({ status: 'fail', rejected: true, actual: `${first}, ${second}` })
    expect((await wallet.requestToken()).status).toBe(200)
  })

  it('are none at the credential endpoint', async () => {
    const wallet = await createHandWallet(service)
    const answer = await wallet.requestCredential({
      headers: (fields) => void fields.push(['Content-Type', 'application/json']),
    })
    expectError(answer, 400, 'invalid_credential_request')
    expect(answer.object().error_uri).toBe(`${service.baseUrl}/checks/vci.credential.content_type`)
    expect((await wallet.requestCredential()).status).toBe(200)
  })

  it('are none at the PAR endpoint', async () => {
    const headers: Fields = [
      ['Content-Type', form],
      ['Content-Type', form],
    ]
    const answer = await http({ method: 'POST', path: '/issuers/eu-pid-device-bound/par', headers, body: 'a=b' })
    expectError(answer, 400, 'invalid_request')
    expect(answer.object().error_uri).toBe(`${service.baseUrl}/checks/vci.par.content_type`)
  })
})

describe('a Content-Type', () => {
  it.each([
    'APPLICATION/X-WWW-FORM-URLENCODED',
    `${form};charset=UTF-8`,
    `${form} ; charset="utf-8"; x=y`,
    `  ${form}`,
  ])('may be written as HTTP allows: %s', async (type) => {
    const wallet = await createHandWallet(service)
    const answer = await wallet.requestToken({ headers: (fields) => void fields.splice(0, 1, ['Content-Type', type]) })
    expect(answer.status).toBe(200)
  })

  it.each(['', ';', 'application', `${form}, ${form}`, 'application/x-www-form-urlencoded+json', '\u00ff'])(
    'is refused as anything else: %j',
    async (type) => {
      const wallet = await createHandWallet(service)
      const answer = await wallet.requestToken({
        headers: (fields) => void fields.splice(0, 1, ['Content-Type', type]),
      })
      expectError(answer, 400, 'invalid_request')
      expect(answer.object().error_uri).toBe(`${service.baseUrl}/checks/vci.token.content_type`)
    },
  )
})

describe('an Accept header', () => {
  const path = '/.well-known/openid-credential-issuer/issuers/eu-pid-device-bound'
  it.each([
    [['application/json', 'application/jwt'], 'application/json'],
    [['application/jwt', 'application/json'], 'application/jwt'],
    [['application/json;q=0.1', 'application/jwt'], 'application/jwt'],
    [['APPLICATION/JWT'], 'application/jwt'],
    [['application/jwt;q=0'], 'application/json'],
    [['application/jwt;q=x'], 'application/jwt'],
    [['application/jwt;v=1;q=1'], 'application/jwt'],
    [['text/html'], 'application/json'],
    [[';;;,,,'], 'application/json'],
    [[''], 'application/json'],
    [['*/*;q=0'], 'application/json'],
  ])('is one list, however often it comes: %j gives %s', async (values, type) => {
    const answer = await http({ path, headers: values.map((value) => ['Accept', value] as const) })
    expect([answer.status, answer.header('content-type')]).toEqual([200, type])
  })
})

describe('a preflight of a browser', () => {
  it.each(['par', 'token', 'nonce', 'credential', 'notification'])(
    'is answered and on record at the %s endpoint',
    async (endpoint) => {
      const path = `/issuers/eu-pid-device-bound/${endpoint}`
      const headers: Fields = [
        ['Origin', 'https://wallet.example'],
        ['Access-Control-Request-Method', 'POST'],
        ['Access-Control-Request-Headers', 'authorization,content-type,dpop,traceparent'],
      ]
      const answer = await http({ method: 'OPTIONS', path, headers })
      expect([answer.status, answer.body]).toEqual([204, ''])
      expect(answer.header('access-control-allow-origin')).toBe('*')
      expect(answer.header('access-control-allow-methods')).toBe('POST, OPTIONS')
      expect(answer.header('access-control-allow-headers')?.split(', ')).toEqual(
        expect.arrayContaining(['Authorization', 'Content-Type', 'DPoP', 'OAuth-Client-Attestation', '*']),
      )
      const records = (await http({ path: '/oid4vci/requests' })).json() as JsonRecord[]
      expect(records.at(-1)).toMatchObject({ method: 'OPTIONS', path, response: { status: 204 } })
    },
  )

  it('leaves no record where requests leave none', async () => {
    const before = (await http({ path: '/oid4vci/requests' })).body
    expect((await http({ method: 'OPTIONS', path: '/sessions' })).status).toBe(204)
    expect((await http({ path: '/oid4vci/requests' })).body).toBe(before)
  })
})
