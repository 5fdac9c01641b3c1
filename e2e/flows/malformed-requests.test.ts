import { describe, expect, it } from 'vitest'
import { expectError, lastExchange } from '@/lib/testing/expect-refusal'
import { createHandCodeWallet, type HandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import type { Fields, HttpAnswer, HttpRequest, JsonRecord } from '@/lib/testing/http-client'
import { rewritten, twice } from '@/lib/testing/jwt-changes'
import { serviceForTests } from '@/lib/testing/service-for-tests'

describe('a member twice in a token', () => {
  /** JSON parsers differ in which of two equal names wins: RFC 7515 section 4, RFC 7519 section 4. */
  const service = serviceForTests()

  /** The finding of a check in the session of a wallet, as JSON. */
  const told = async (wallet: HandWallet, check: string): Promise<string> =>
    JSON.stringify((await wallet.view()).checks.conformance.find(({ id }) => id === check))

  describe('a token that names a member twice', () => {
    it.each(['header', 'claims'] as const)('is refused as DPoP proof, in its %s', async (part) => {
      const wallet = await createHandWallet(service)
      const answer = await wallet.requestToken({ dpop: twice(part, part === 'header' ? 'typ' : 'htm') })
      expectError(answer, 401, 'invalid_dpop_proof')
      expect(String(answer.object().error_uri)).toMatch(/vci\.dpop\.wellformed$/)
    })

    it.each([
      ['jwt proof', { proof: twice('claims', 'aud') }, 'vci.proof.jwt.parse'],
      ['key attestation', { keyAttestation: twice('claims', 'nonce') }, 'vci.key_attestation.present'],
    ] as const)('is refused as %s', async (_name, changes, check) => {
      const wallet = await createHandWallet(service)
      await wallet.obtainToken()
      const answer = await wallet.requestCredential(changes)
      expectError(answer, 400, 'invalid_proof')
      expect(String(answer.object().error_uri).endsWith(check)).toBe(true)
    })

    it.each(['attestation', 'pop'] as const)('is refused as %s of a wallet', async (which) => {
      const wallet = await createHandCodeWallet(service)
      const change = twice('claims', 'iss')
      const fields = wallet.attested(which === 'attestation' ? change : undefined, which === 'pop' ? change : undefined)
      const answer = await wallet.push({ headers: (headers) => headers.push(...fields) })
      expectError(answer, 400, 'invalid_client')
      expect(String(answer.object().error_uri)).toMatch(/vci\.wallet_attestation\.headers_paired$/)
      expect(await told(wallet, 'vci.wallet_attestation.headers_paired')).toContain(
        `${which === 'pop' ? 'The proof of possession' : 'The wallet attestation'} names a member twice: claims.iss`,
      )
    })

    it('is told with the name of a member that no text knows', async () => {
      const wallet = await createHandWallet(service)
      await wallet.requestToken({
        dpop: rewritten('claims', (text) => text.replace('{', '{"ours":1,"ours":2,')),
      })
      expect(await told(wallet, 'vci.dpop.wellformed')).toContain('The DPoP proof names a member twice: claims.ours')
    })

    it('is none if the member is inside a claim that is no key', async () => {
      const wallet = await createHandWallet(service)
      const answer = await wallet.requestToken({
        dpop: rewritten('claims', (text) => text.replace('{', '{"x":{"a":1,"a":2},')),
      })
      expect(answer.status).toBe(200)
    })

    it('is refused for a member of the key in its header', async () => {
      const wallet = await createHandWallet(service)
      const answer = await wallet.requestToken({
        dpop: rewritten('header', (text) => text.replace('"jwk":{', '"jwk":{"kty":"other",')),
      })
      expectError(answer, 401, 'invalid_dpop_proof')
      expect(String(answer.object().error_uri)).toMatch(/vci\.dpop\.wellformed$/)
    })
  })
})

describe('repeated header fields', () => {
  /** Headers are judged as received, not as a parser would merge them. RFC9110-5.3 */
  const service = serviceForTests()
  const { http } = service

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
      const answer = await wallet.requestToken({
        headers: (fields) => void fields.splice(0, 1, ['Content-Type', type]),
      })
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
})

describe('misplaced handles', () => {
  /** Every refusal is explained in the session that the request refers to, wherever in the request it does so. */
  const service = serviceForTests()

  const form: [string, string] = ['Content-Type', 'application/x-www-form-urlencoded']
  const json: [string, string] = ['Content-Type', 'application/json']
  /** Only the handle leads to the session: no other request of the flow comes from this client. */
  const elsewhere: [string, string] = ['User-Agent', 'another client']

  const codeForm = (wallet: HandCodeWallet, code: string) => ({
    grant_type: 'authorization_code',
    code,
    code_verifier: wallet.verifier,
    redirect_uri: wallet.redirectUri,
  })
  const parForm = ({ issuerState }: HandCodeWallet) => ({ response_type: 'code', issuer_state: issuerState })
  const text = (members: Record<string, string>) => new URLSearchParams(members).toString()

  const misplaced: readonly [
    name: string,
    status: number,
    request: (wallet: HandCodeWallet) => Promise<HttpRequest>,
  ][] = [
    [
      'a token request by PUT',
      405,
      async (wallet) => ({
        method: 'PUT',
        path: wallet.path('token'),
        headers: [form],
        body: text(codeForm(wallet, await wallet.obtainCode())),
      }),
    ],
    [
      'a token request by GET',
      405,
      async (wallet) => ({ path: `${wallet.path('token')}?${text(codeForm(wallet, await wallet.obtainCode()))}` }),
    ],
    [
      'a token request in JSON',
      400,
      async (wallet) => ({
        method: 'POST',
        path: wallet.path('token'),
        headers: [json, ['DPoP', wallet.dpop('token')]],
        body: JSON.stringify(codeForm(wallet, await wallet.obtainCode())),
      }),
    ],
    [
      'a token request whose code is in the query',
      400,
      async (wallet) => ({
        method: 'POST',
        path: `${wallet.path('token')}?${text({ code: await wallet.obtainCode() })}`,
        headers: [form, ['DPoP', wallet.dpop('token')]],
        body: text({ grant_type: 'authorization_code', code_verifier: wallet.verifier }),
      }),
    ],
    [
      'a token request that is too long',
      413,
      async (wallet) => ({
        method: 'POST',
        path: wallet.path('token'),
        headers: [form],
        body: text({ ...codeForm(wallet, await wallet.obtainCode()), padding: 'a'.repeat(300_000) }),
      }),
    ],
    ['a pushed request by GET', 405, async (wallet) => ({ path: `${wallet.path('par')}?${text(parForm(wallet))}` })],
    [
      'a pushed request in JSON (N15)',
      400,
      async (wallet) => ({
        method: 'POST',
        path: wallet.path('par'),
        headers: [json, ['DPoP', wallet.dpop('par')]],
        body: JSON.stringify(parForm(wallet)),
      }),
    ],
    [
      'a pushed request in the query',
      400,
      async (wallet) => ({
        method: 'POST',
        path: `${wallet.path('par')}?${text(parForm(wallet))}`,
        headers: [form, ['DPoP', wallet.dpop('par')]],
        body: '',
      }),
    ],
    [
      'a pushed request that is too long (N31)',
      413,
      async (wallet) => ({
        method: 'POST',
        path: wallet.path('par'),
        headers: [form],
        body: text({ ...parForm(wallet), padding: 'a'.repeat(100_000) }),
      }),
    ],
    [
      'an authorization request by PUT',
      405,
      async (wallet) => ({
        method: 'PUT',
        path: wallet.path('authorize'),
        headers: [form],
        body: text({ client_id: wallet.clientId, request_uri: await wallet.pushed() }),
      }),
    ],
    [
      'an authorization request behind a slash',
      404,
      async (wallet) => ({
        path: `${wallet.path('authorize')}/?${text({ client_id: wallet.clientId, request_uri: await wallet.pushed() })}`,
      }),
    ],
    [
      'a way back by POST',
      405,
      async (wallet) => {
        const onward = await wallet.open(wallet.authorizeUrl(await wallet.pushed()))
        const state = new URL(onward.header('location') ?? '').searchParams.get('state') ?? ''
        return { method: 'POST', path: `${wallet.path('redirect')}?${text({ state })}` }
      },
    ],
  ]

  describe('a request that is refused for its form', () => {
    it.each(misplaced)('is in the session it speaks of: %s', async (_name, status, request) => {
      const wallet = await createHandCodeWallet(service)
      const wanted = await request(wallet)
      const answer: HttpAnswer = await wallet.http({ ...wanted, headers: [elsewhere, ...(wanted.headers ?? [])] })
      expect(answer.status).toBe(status)
      const last = (await wallet.view()).exchanges.at(-1)
      expect(last).toMatchObject({
        method: wanted.method ?? 'GET',
        path: wanted.path.split('?')[0],
        correlation: 'exact',
        response: { status },
      })
    })
  })
})
