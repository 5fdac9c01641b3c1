import { describe, expect, it } from 'vitest'
import { zLaboratoryOptions } from '@/lib/core/issuer/configurations/laboratory/laboratory-options'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { allCombinations, type Combination, pairwise } from '@/lib/testing/combinations'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import { createHttpClient, type HttpClient, type JsonRecord } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { SendHttp } from '@/lib/wallet/http/wire'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

const service = serviceForTests()

const [db, jo] = ['eu-pid-device-bound', 'eu-pid-jwt-proof-only'] as const

const post = async (body: JsonRecord, at: TestService = service) =>
  createHttpClient(at.baseUrl)({
    method: 'POST',
    path: '/sessions',
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify(body),
  })
const get = (path: string, at: TestService = service) => createHttpClient(at.baseUrl)({ path })

const view = async (session: unknown): Promise<IssuanceSessionView> =>
  (await get(`/sessions/${session}`)).json() as IssuanceSessionView

const inLaboratory = (more: JsonRecord = {}): JsonRecord => ({ laboratory: {}, ...more })
const wallet = (more: JsonRecord = {}, http?: HttpClient): Promise<HandWallet> =>
  createHandWallet(service, inLaboratory(more), http)

const dimensions = {
  issuer: [db, jo],
  flow: ['pre_authorized_code', 'authorization_code'],
  format: ['sd-jwt', 'mdoc'],
  offer: ['credential_offer', 'credential_offer_uri'],
  encrypted: [false, true],
} as const
const combinations = pairwise(allCombinations(dimensions, () => true))

const requestOf = ({ issuer, flow, format, offer }: Combination<typeof dimensions>): JsonRecord => ({
  issuer_configuration_id: issuer,
  flow,
  credential_offer_mode: offer,
  credential_configuration_id: `urn:eu.europa.ec.eudi:pid:1.${format}.${issuer === db ? 'key-attestation-required' : 'jwt-proof'}`,
})

describe('an issuer of its own', () => {
  it.each(combinations.map((one) => [Object.values(one).join(', '), one] as const))(
    'issues to a wallet that knows the offer alone: %s',
    async (_name, combination) => {
      const created = (await post(inLaboratory(requestOf(combination)))).object()
      const identifier = String(created.issuer_identifier)
      expect(identifier).toMatch(/\/lab\/[\w-]{22}$/)
      expect(created.authorization_server_identifier).toBe(identifier)
      expect(created.laboratory_url).toBe(identifier.replace('/lab/', '/.well-known/openid-credential-issuer/lab/'))
      const seen: string[] = []
      const send = createNodeClient()
      const http: SendHttp = async (request) => {
        const answer = await send(request)
        seen.push(request.url, JSON.stringify(answer.headers), answer.body)
        return answer
      }
      const run = await runAtIssuer({
        deeplink: String(created.deeplink),
        profile: { encrypt: combination.encrypted },
        trustAnchors: [service.container.keyStore.rootPem()],
        http,
      })
      expect([run.outcome, run.reason]).toEqual(['credential_stored', null])
      for (const text of seen) expect(text).not.toContain(String(created.session_id))

      const { exchanges, checks, status, laboratory } = await view(created.session_id)
      expect(status).toBe('credential_accepted')
      const failed = checks.conformance.filter((one) => one.status === 'fail').map(({ id }) => id)
      expect(failed).toEqual([])
      expect(laboratory).toMatchObject({ identifier, id: identifier.slice(-22), options: { lifetime_seconds: 86_400 } })
      const operations = exchanges.map(({ operation }) => operation)
      for (const operation of ['getIssuerMetadata', 'getAuthorizationServerMetadata', 'requestNonce'])
        expect(operations).toContain(operation)
      for (const { correlation, path, issuer_configuration_id } of exchanges) {
        expect([path, correlation, issuer_configuration_id]).toEqual([path, 'exact', null])
        expect(path).toContain(`/lab/${identifier.slice(-22)}`)
      }
    },
  )

  it('serves the documents of its base but for addresses and keys', async () => {
    for (const base of [db, jo]) {
      const created = (await post(inLaboratory({ issuer_configuration_id: base }))).object()
      const id = String(created.issuer_identifier).slice(-22)
      const asBase = (text: string) =>
        text
          .replaceAll(`/lab/${id}/upstream`, `/authorization-servers/${base}`)
          .replaceAll(`/lab/${id}`, `/issuers/${base}`)
          .replaceAll(`lab:${id}`, base)
          .replace(/"jwks":\{"keys":\[.*?\]\}/, '"jwks":{}')
          .replace('"authorization_details_types_supported":["openid_credential"],', '')
      const names = ['openid-credential-issuer', 'oauth-authorization-server', 'jwt-vc-issuer']
      for (const [own, shared] of [
        ...names.map((name) => [`/.well-known/${name}/lab/${id}`, `/.well-known/${name}/issuers/${base}`] as const),
        [
          `/.well-known/oauth-authorization-server/lab/${id}/upstream`,
          `/.well-known/oauth-authorization-server/authorization-servers/${base}`,
        ] as const,
      ]) {
        const [one, other] = [await get(own), await get(shared)]
        expect([own, one.status, asBase(one.body)]).toEqual([own, 200, asBase(other.body)])
      }
      for (const name of ['jwks.json', 'credential-jwks.json']) {
        const keys = async (path: string) =>
          ((await get(path)).object().keys as { kid: string }[]).map(({ kid }) => kid)
        const shared = new Set(await keys(`/issuers/${base}/${name}`))
        for (const kid of await keys(`/lab/${id}/${name}`)) expect(shared).not.toContain(kid)
      }
    }
  })

  it('sends a c_nonce with the token only where that was asked for', async () => {
    const asked = await wallet({ issuer_configuration_id: jo, laboratory: { token_c_nonce: true } })
    expect((await asked.requestToken()).object()).toMatchObject({ c_nonce: expect.any(String) })
    const usual = (await (await wallet({ issuer_configuration_id: jo })).requestToken()).object()
    expect(Object.keys(usual).filter((name) => name.startsWith('c_nonce'))).toEqual([])
  })

  it('signs its metadata, unless it was told never to', async () => {
    const accept = [['Accept', 'application/jwt']] as const
    for (const [laboratory, type] of [
      [{}, 'application/jwt'],
      [{ signed_metadata: 'never' }, 'application/json'],
    ] as const) {
      const created = (await post({ laboratory })).object()
      const path = new URL(String(created.laboratory_url)).pathname
      const answer = await service.http({ path, headers: accept })
      expect(answer.header('content-type')).toBe(type)
    }
  })

  it('takes a flow that the wallet starts without the offer into its session', async () => {
    const created = (await post(inLaboratory({ flow: 'authorization_code', issuer_configuration_id: jo }))).object()
    const { pathname } = new URL(String(created.issuer_identifier))
    const body = new URLSearchParams({ response_type: 'code', client_id: 'wallet', scope: 'x' }).toString()
    const headers = [['Content-Type', 'application/x-www-form-urlencoded']] as const
    await service.http({ method: 'POST', path: `${pathname}/par`, headers, body })
    const { exchanges, origin } = await view(created.session_id)
    expect([origin, exchanges.at(-1)?.operation, exchanges.at(-1)?.correlation]).toEqual([
      'offer',
      'pushAuthorizationRequest',
      'exact',
    ])
  })

  it.each(['invented', 'of another session'])('counts an issuer_state that is %s', async (what) => {
    const asked = () => post(inLaboratory({ flow: 'authorization_code', issuer_configuration_id: jo }))
    const [created, other] = [(await asked()).object(), (await asked()).object()]
    const offer = (await get(`/sessions/${other.session_id}/offer`)).body
    const state = what === 'invented' ? what : String(/"issuer_state":\s*"([^"]+)"/.exec(offer)?.[1])
    const { pathname } = new URL(String(created.issuer_identifier))
    const body = new URLSearchParams({ response_type: 'code', client_id: 'wallet', issuer_state: state }).toString()
    const headers = [['Content-Type', 'application/x-www-form-urlencoded']] as const
    await service.http({ method: 'POST', path: `${pathname}/par`, headers, body })
    const { checks, exchanges } = await view(created.session_id)
    expect(exchanges.at(-1)).toMatchObject({ operation: 'pushAuthorizationRequest', correlation: 'exact' })
    expect(checks.conformance.find(({ id }) => id === 'vci.par.issuer_state_returned')?.status).toBe('fail')
    const elsewhere = (await view(other.session_id)).exchanges
    expect(elsewhere.filter(({ operation }) => operation === 'pushAuthorizationRequest')).toEqual([])
  })

  it.each([
    ['POST', '/par', 'application/json'],
    ['POST', '/par', 'text/plain'],
    ['POST', '/nowhere', 'application/x-www-form-urlencoded'],
  ] as const)('keeps an issuer_state of another session: %s %s as %s', async (method, endpoint, type) => {
    const asked = () => post(inLaboratory({ flow: 'authorization_code', issuer_configuration_id: jo }))
    const [created, other] = [(await asked()).object(), (await asked()).object()]
    const offer = (await get(`/sessions/${other.session_id}/offer`)).body
    const members = { response_type: 'code', issuer_state: String(/"issuer_state":\s*"([^"]+)"/.exec(offer)?.[1]) }
    const body = type === 'application/json' ? JSON.stringify(members) : new URLSearchParams(members).toString()
    const path = `${new URL(String(created.issuer_identifier)).pathname}${endpoint}`
    await service.http({ method, path, headers: [['Content-Type', type]], body })
    expect((await view(created.session_id)).exchanges.at(-1)).toMatchObject({ path, correlation: 'exact' })
    expect((await view(other.session_id)).exchanges.filter((exchange) => exchange.path === path)).toEqual([])
  })

  it('records a request at an address that it does not have', async () => {
    const created = (await post(inLaboratory())).object()
    const path = `${new URL(String(created.issuer_identifier)).pathname}/nowhere`
    expectError(await get(path), 404, 'not_found')
    expect((await view(created.session_id)).exchanges.at(-1)).toMatchObject({ path, correlation: 'exact' })
  })

  it('is none without the member', async () => {
    const created = (await post({})).object()
    expect(created.issuer_identifier).toBe(`${service.baseUrl}/issuers/${db}`)
    for (const answer of [created, (await get(`/sessions/${created.session_id}`)).object()])
      expect(Object.keys(answer).filter((name) => name.startsWith('laboratory'))).toEqual([])
  })
})

describe('what one issuer handed out, at another', () => {
  /** Pairs of wallets: of two laboratories, and of a laboratory and the issuer it is made from, each way round. */
  const pairs = [
    ['a laboratory, at another one', inLaboratory(), inLaboratory()],
    ['a laboratory, at its base', inLaboratory(), {}],
    ['a base, at a laboratory', {}, inLaboratory()],
  ] as const
  const open = (request: JsonRecord, more: JsonRecord = {}) =>
    createHandWallet(service, { issuer_configuration_id: jo, ...request, ...more })

  it.each(pairs)('%s: a code', async (_name, own, other) => {
    const [mine, theirs] = [await open(own), await open(other)]
    const answer = await theirs.requestToken({ form: (form) => form.set('pre-authorized_code', mine.code) })
    expectError(answer, 400, 'invalid_grant')
    expect((await mine.requestToken()).status).toBe(200)
  })

  it.each(pairs)('%s: a token', async (_name, own, other) => {
    const [mine, theirs] = [await open(own), await open(other)]
    const accessToken = await mine.obtainToken()
    const dpop = mine.dpop('credential', accessToken, ({ claims }) => {
      claims.htu = `${theirs.created.issuer_identifier}/credential`
    })
    expectError(await theirs.requestCredential({ accessToken, dpop: { values: [dpop] } }), 401, 'invalid_token')
    const { exchanges, checks } = await mine.view()
    expect(exchanges.at(-1)).toMatchObject({ path: theirs.path('credential'), correlation: 'exact' })
    expect(checks.conformance.find(({ id }) => id === 'vci.flow.issuer_isolation')).toMatchObject({ status: 'fail' })
    expect((await mine.requestCredential()).status).toBe(200)
  })

  it.each(pairs)('%s: a nonce', async (_name, own, other) => {
    const [mine, theirs] = [await open(own), await open(other)]
    const nonce = await mine.freshNonce()
    expectError(await theirs.requestCredential({ nonce }), 400, 'invalid_nonce')
    expect((await mine.requestCredential({ nonce })).status).toBe(200)
  })

  it.each(pairs)('%s: a DPoP nonce', async (_name, own, other) => {
    const required = { dpop_nonce: 'required' }
    const [mine, theirs] = [await open(own, required), await open(other, required)]
    const nonce = (await mine.requestToken()).header('dpop-nonce')
    expect(nonce).toEqual(expect.any(String))
    const withNonce = ({ claims }: { claims: JsonRecord }) => {
      claims.nonce = nonce
    }
    expectError(await theirs.requestToken({ dpop: withNonce }), 400, 'use_dpop_nonce')
    expect((await mine.requestToken({ dpop: withNonce })).status).toBe(200)
  })
})

describe('the life of an issuer of its own', () => {
  it('is the same after a restart, and in another process', async () => {
    const clients: HttpClient[] = [createHttpClient(service.baseUrl)]
    let current = 0
    const http: HttpClient = Object.assign((request: Parameters<HttpClient>[0]) => clients[current]!(request), {
      close: () => undefined,
    })
    const mine = await wallet({ issuer_configuration_id: jo }, http)
    const token = await mine.obtainToken()
    const keys = async () => (await http({ path: mine.path('credential-jwks.json') })).body
    const before = await keys()
    const again = await startService({ env: { DATA_DIR: service.dataDir, BASE_URL: service.baseUrl } })
    try {
      Object.assign(again.container.ports, { store: service.container.ports.store })
      clients.push(createHttpClient(again.baseUrl))
      current = 1
      expect(await keys()).toBe(before)
      const issued = await mine.requestCredential({ accessToken: token })
      expect([issued.status, issued.body.length > 1000]).toEqual([200, true])
    } finally {
      await again.close()
    }
  })

  it('is remembered while it is among the last that were asked for, and until sessions are deleted', async () => {
    const created = (await post({ laboratory: {} })).object()
    const path = new URL(String(created.laboratory_url)).pathname
    const { ports, purge } = service.container
    const id = path.slice(-22)
    const session = ports.laboratorySessions.get(id)
    if (session?.laboratory === undefined) throw new Error('The laboratory is not remembered.')
    expect(session.sessionId).toBe(created.session_id)
    // Only what was served is remembered.
    ports.laboratorySessions.set(id, { ...session, laboratory: { ...session.laboratory, until: session.createdAt } })
    expect((await get(path)).status).toBe(404)
    await purge(0)
    expect((await get(path)).status).toBe(200)
    for (let count = 0; count < 256; count++) ports.laboratorySessions.set(`other ${count}`, session)
    expect(ports.laboratorySessions.get(id)).toBeUndefined()
    expect((await get(path)).status).toBe(200)
  })

  it('ends: every address is 404 then, and on record under its id', async () => {
    const short = await startService()
    try {
      const created = (await post({ laboratory: { lifetime_seconds: 60 } }, short)).object()
      const path = new URL(String(created.laboratory_url)).pathname
      expect((await get(path, short)).status).toBe(200)
      short.advance(61)
      expectError(await get(path, short), 404, 'issuer_not_found')
      const { pathname } = new URL(String(created.issuer_identifier))
      const nonce = await createHttpClient(short.baseUrl)({ method: 'POST', path: `${pathname}/nonce` })
      expectError(nonce, 404, 'issuer_not_found')
      const recorded = (await get('/oid4vci/requests', short)).json() as { path: string }[]
      expect(recorded.map((one) => one.path)).toEqual([path, path, `${pathname}/nonce`])
    } finally {
      await short.close()
    }
  })

  it('does not begin under an id that nobody was given', async () => {
    for (const id of ['AAAAAAAAAAAAAAAAAAAAAA', 'constructor', 'eu-pid-device-bound'])
      expectError(await get(`/lab/${id}/jwks.json`), 404, 'issuer_not_found')
  })

  it('is counted: with too many at a time none is made, until one has ended', async () => {
    const one = await startService({ env: { LABORATORY_MAX: '1' } })
    try {
      expect((await post({ laboratory: { lifetime_seconds: 60 } }, one)).status).toBe(201)
      const refused = await post({ laboratory: {} }, one)
      expectError(refused, 429, 'too_many_requests')
      expect(refused.header('retry-after')).toBe('60')
      expect((await post({}, one)).status).toBe(201)
      one.advance(61)
      expect((await post({ laboratory: {} }, one)).status).toBe(201)
    } finally {
      await one.close()
    }
  })
})

describe('options that no issuer has', () => {
  const names = Object.keys(zLaboratoryOptions.shape)
  it.each<[unknown, string, readonly unknown[] | undefined]>([
    [{ lifetime: 60 }, '/laboratory/lifetime', names],
    [{ 'not a "name"': 60 }, '/laboratory', names],
    [{ lifetime_seconds: 59 }, '/laboratory/lifetime_seconds', undefined],
    [{ lifetime_seconds: '60' }, '/laboratory/lifetime_seconds', undefined],
    [{ access_token_seconds: 601 }, '/laboratory/access_token_seconds', undefined],
    [{ signed_metadata: 'always' }, '/laboratory/signed_metadata', ['on_request', 'never']],
    [{ token_c_nonce: 1 }, '/laboratory/token_c_nonce', undefined],
    [{ status: { form: { toString: 1 } } }, '/laboratory/status/form', expect.arrayContaining(['right'])],
    [true, '/laboratory', undefined],
    [null, '/laboratory', undefined],
  ])('%j is refused with its place', async (laboratory, member, legal) => {
    const answer = await post({ laboratory })
    expectError(answer, 400, 'unsupported_laboratory_option')
    expect([answer.object().member, answer.object().legal_values]).toEqual([member, legal])
  })
})
