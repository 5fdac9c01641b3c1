import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { createHandCodeWallet, type HandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import { type Fields, type HttpAnswer, type HttpRequest, jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'

/**
 * A request belongs to the session of any handle in it, wherever it stands and whatever it is called. Only the session
 * tells that: the answer is the same for a value that nobody knows.
 */
const service = serviceForTests()
const { http } = service

const issuer = '/issuers/eu-pid-jwt-proof-only'
const other = '/issuers/eu-pid-device-bound'

const newWallet = (): Promise<HandWallet> =>
  createHandWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' }, http)
const newCodeWallet = (): Promise<HandCodeWallet> =>
  createHandCodeWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' }, { http })

let count = 0
/** Sends a request from a client of its own, so that nothing else tells whose it is. */
async function send(request: HttpRequest): Promise<{ readonly agent: string; readonly answer: HttpAnswer }> {
  const agent = `linking-${++count}`
  const headers: Fields = [...(request.headers ?? []), ['User-Agent', agent]]
  return { agent, answer: await http({ ...request, headers }) }
}

const form = (path: string, body: Record<string, string> | string, headers: Fields = []): HttpRequest => ({
  method: 'POST',
  path,
  headers: [['Content-Type', 'application/x-www-form-urlencoded'], ...headers],
  body: typeof body === 'string' ? body : new URLSearchParams(body).toString(),
})

type View = Pick<IssuanceSessionView, 'exchanges' | 'checks' | 'cause' | 'outcome' | 'events'>

const viewOf = async (id: string): Promise<View> => (await http({ path: `/sessions/${id}` })).json() as View
const sentBy = ({ exchanges }: View, agent: string) =>
  exchanges.find(({ headers }) => (headers as Record<string, unknown>)['user-agent'] === agent)

/** What of an answer a client sees, without what differs in any two. */
const shown = ({ status, body }: HttpAnswer): unknown => [status, body.replace(/[\w-]{43}/g, '…')]

/** Where a handle of a session can stand, and how it may look there. */
type Place = readonly [place: string, request: (handle: string, wallet: HandWallet) => HttpRequest]

const grant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

const codePlaces: readonly Place[] = [
  ['the URL of the token endpoint', (code) => form(`${issuer}/token?pre-authorized_code=${code}`, '')],
  ['a form under its name', (code) => form(`${issuer}/token`, { grant_type: 'x', 'pre-authorized_code': code })],
  ['a form under a near name', (code) => form(`${issuer}/token`, { grant_type: grant, pre_authorized_code: code })],
  ['a form under any name', (code) => form(`${issuer}/token`, { grant_type: grant, ticket: code })],
  ['a form in quotes', (code) => form(`${issuer}/token`, { grant_type: grant, ticket: `"${code}"` })],
  ['a form with blanks', (code) => form(`${issuer}/token`, { grant_type: grant, ticket: ` ${code}\n` })],
  ['its name in quotes', (code) => form(`${issuer}/token`, { grant_type: grant, 'pre-authorized_code': `'${code}' ` })],
  [
    'a form encoded twice',
    (code) => form(`${issuer}/token`, { grant_type: grant, ticket: encodeURIComponent(`"${code}"`) }),
  ],
  [
    'JSON where a form is due',
    (code) => jsonPost(`${issuer}/token`, { grant_type: grant, 'pre-authorized_code': code }),
  ],
  ['JSON below other members', (code) => jsonPost(`${issuer}/token`, { grants: { [grant]: { ticket: [code] } } })],
  ['JSON in a form', (code) => form(`${issuer}/token`, { body: JSON.stringify({ code_of_offer: code }) })],
  ['an invented header', (code) => form(`${issuer}/token`, { grant_type: grant }, [['X-Offer-Code', code]])],
  [
    'the Authorization header',
    (code) => form(`${issuer}/token`, { grant_type: grant }, [['Authorization', `Bearer ${code}`]]),
  ],
  ['the path', (code) => form(`${issuer}/token/${code}`, '')],
  ['a query of the nonce endpoint', (code) => form(`${issuer}/nonce?code=${code}`, '')],
  ['the credential endpoint', (code) => jsonPost(`${issuer}/credential`, { ticket: code })],
  ['the deferred endpoint', (code) => jsonPost(`${issuer}/deferred_credential`, { acceptance_token: code })],
  ['the notification endpoint', (code) => jsonPost(`${issuer}/notification`, { notification: code })],
  [
    'the token endpoint of another issuer',
    (code) => form(`${other}/token`, { grant_type: grant, 'pre-authorized_code': code }),
  ],
  ['another name at another issuer', (code) => form(`${other}/token`, { grant_type: grant, ticket: code })],
  ['an address that does not exist', (code) => form('/token', { ticket: code })],
]

/** Places where the token endpoint reads a code itself, and says what is wrong with one of its issuer. */
const readsCode = /^(?:a form under its name|the URL of the token endpoint|JSON where a form is due)$/

describe('a request with the code of an offer', () => {
  it.each(codePlaces)('is in its session, and the answer does not show it: %s', async (place, request) => {
    const wallet = await newWallet()
    const known = await send(request(wallet.code, wallet))
    const unknown = await send(request(randomBytes(32).toString('base64url'), wallet))
    const view = await viewOf(wallet.created.session_id)
    expect(sentBy(view, known.agent)).toMatchObject({ correlation: 'exact' })
    expect(sentBy(view, unknown.agent)).toBeUndefined()
    expect(JSON.stringify(view.exchanges)).not.toContain(wallet.code)
    if (!readsCode.test(place)) expect(shown(known.answer)).toEqual(shown(unknown.answer))
  })

  it('is found among at most eight values', async () => {
    const wallet = await newWallet()
    const values = (many: number) =>
      Object.fromEntries([
        ...Array.from({ length: many }, (_, index) => [`v${index}`, randomBytes(32).toString('base64url')] as const),
        ['last', wallet.code] as const,
      ])
    const few = await send(form(`${issuer}/token`, values(7)))
    const many = await send(form(`${issuer}/token`, values(8)))
    const view = await viewOf(wallet.created.session_id)
    expect(sentBy(view, few.agent)).toBeDefined()
    expect(sentBy(view, many.agent)).toBeUndefined()
  })
})

const tokenPlaces: readonly Place[] = [
  ['the body of the credential request', (token) => jsonPost(`${issuer}/credential`, { access_token: token })],
  ['another member', (token) => jsonPost(`${issuer}/credential`, { credential: { bearer: ` "${token}" ` } })],
  ['the URL', (token) => jsonPost(`${issuer}/credential?access_token=${token}`, {})],
  ['an invented header', (token) => jsonPost(`${issuer}/credential`, {}, [['X-Access-Token', token]])],
  ['the header without a scheme', (token) => jsonPost(`${issuer}/credential`, {}, [['Authorization', token]])],
  ['the header in quotes', (token) => jsonPost(`${issuer}/credential`, {}, [['Authorization', `DPoP "${token}"`]])],
  ['the nonce endpoint', (token) => form(`${issuer}/nonce`, '', [['Authorization', `DPoP ${token}`]])],
  ['the credential endpoint of another issuer', (token) => jsonPost(`${other}/credential`, { token })],
]

describe('a request with an access token', () => {
  it.each(tokenPlaces)('is in its session: %s', async (_place, request) => {
    const wallet = await newWallet()
    const token = await wallet.obtainToken()
    const { agent, answer } = await send(request(token, wallet))
    expect(sentBy(await viewOf(wallet.created.session_id), agent)).toMatchObject({ correlation: 'exact' })
    expect(answer.body).not.toContain(wallet.created.session_id)
  })

  it('is not, if somebody altered the token', async () => {
    const wallet = await newWallet()
    const [header, claims] = (await wallet.obtainToken()).split('.')
    const { agent } = await send(
      jsonPost(`${issuer}/credential`, { token: `${header}.${claims}.${randomBytes(64).toString('base64url')}` }),
    )
    expect(sentBy(await viewOf(wallet.created.session_id), agent)).toBeUndefined()
  })
})

describe('a request with the handle of an authorization', () => {
  it.each([
    ['issuer_state', `${issuer}/authorize?issuer_state=`],
    ['issuer_state under another name', `${issuer}/authorize?client_id=wallet&offer=`],
    ['issuer_state at another issuer', `${other}/authorize?issuer_state=`],
  ])('is in the session of the offer: %s', async (_place, path) => {
    const wallet = await newCodeWallet()
    const { agent, answer } = await send({ path: `${path}${wallet.issuerState}` })
    expect(answer.status).toBe(400)
    const view = await viewOf(wallet.created.session_id)
    expect(sentBy(view, agent)).toMatchObject({ correlation: 'exact', operation: 'authorize' })
  })

  it('without a pushed request is told as that (V15)', async () => {
    const wallet = await newCodeWallet()
    await send({ path: `${issuer}/authorize?response_type=code&issuer_state=${wallet.issuerState}` })
    expect((await viewOf(wallet.created.session_id)).cause).toMatchObject({ check: 'vci.par.used' })
  })

  it('is in its session with a request_uri under another name', async () => {
    const wallet = await newCodeWallet()
    const requestUri = await wallet.pushed()
    const { agent } = await send({ path: `${issuer}/authorize?request=${encodeURIComponent(requestUri)}` })
    expect(sentBy(await viewOf(wallet.created.session_id), agent)).toMatchObject({ correlation: 'exact' })
  })

  it('is pushed into the session of an issuer_state under a near name', async () => {
    const wallet = await newCodeWallet()
    const { status } = await wallet.push({
      form: (sent) => {
        sent.delete('issuer_state')
        sent.set('issuerState', wallet.issuerState)
      },
    })
    expect(status).toBe(201)
    const pushed = (await viewOf(wallet.created.session_id)).exchanges.find(({ method }) => method === 'POST')
    expect(pushed).toMatchObject({ operation: 'pushAuthorizationRequest', correlation: 'exact' })
  })
})

describe('handles of two sessions in one request', () => {
  it('count in the session whose handle grants something, which is told', async () => {
    const [granting, naming] = [await newWallet(), await newCodeWallet()]
    const { agent } = await send(
      form(`${issuer}/par`, { issuer_state: naming.issuerState, 'pre-authorized_code': granting.code }),
    )
    const [view, elsewhere] = [await viewOf(granting.created.session_id), await viewOf(naming.created.session_id)]
    const exchange = sentBy(view, agent)
    expect(exchange).toMatchObject({ correlation: 'exact' })
    expect(sentBy(elsewhere, agent)).toBeUndefined()
    expect(view.checks.conformance.find(({ id }) => id === 'vci.flow.one_session')).toMatchObject({
      status: 'warn',
      exchange_id: exchange?.id,
    })
    expect(JSON.stringify(view)).not.toContain(naming.created.session_id)
  })

  it('count so where the endpoint reads neither', async () => {
    const [granting, naming] = [await newWallet(), await newCodeWallet()]
    const { agent } = await send(jsonPost(`${issuer}/credential`, { first: naming.issuerState, second: granting.code }))
    expect(sentBy(await viewOf(granting.created.session_id), agent)).toBeDefined()
    expect(sentBy(await viewOf(naming.created.session_id), agent)).toBeUndefined()
  })

  it('are no finding where both are of one', async () => {
    const wallet = await newCodeWallet()
    const code = await wallet.obtainCode()
    await send(form(`${issuer}/token`, { grant_type: 'x', code, issuer_state: wallet.issuerState }))
    const { checks } = await viewOf(wallet.created.session_id)
    expect(checks.conformance.find(({ id }) => id === 'vci.flow.one_session')?.status).toBe('not_observed')
  })
})

describe('a request with a key', () => {
  const withoutToken = (wallet: HandWallet): HttpRequest =>
    jsonPost(`${issuer}/credential`, {}, [['DPoP', wallet.dpop('credential')]])

  it('is most likely of the only open session that has seen its DPoP key', async () => {
    const wallet = await newWallet()
    await wallet.obtainToken()
    const { agent, answer } = await send(withoutToken(wallet))
    expect(answer.status).toBe(401)
    expect(sentBy(await viewOf(wallet.created.session_id), agent)).toMatchObject({ correlation: 'inferred' })
  })

  it('is most likely of the only open session that has seen its holder key', async () => {
    const wallet = await newWallet()
    expect((await wallet.requestCredential()).status).toBe(200)
    const { agent } = await send(jsonPost(`${issuer}/credential`, { proofs: { jwt: [wallet.proof(null, null)] } }))
    expect(sentBy(await viewOf(wallet.created.session_id), agent)).toMatchObject({ correlation: 'inferred' })
  })

  it('is of neither of two open sessions that have seen it, and may belong to each', async () => {
    const first = await newWallet()
    const second = await createHandWallet(
      service,
      { issuer_configuration_id: 'eu-pid-jwt-proof-only' },
      http,
      () => first.dpopKey,
    )
    await first.obtainToken()
    await second.obtainToken()
    const { agent } = await send(withoutToken(first))
    await send(withoutToken(first))
    for (const { created } of [first, second]) {
      const view = await viewOf(created.session_id)
      expect(sentBy(view, agent)).toBeUndefined()
      const told = view.events.filter(({ type }) => type === 'request_may_belong')
      expect(told).toMatchObject([{ detail: { operation: 'requestCredential' } }])
      expect(view.cause).toBeNull()
    }
  })

  it('is of none if no session has seen it', async () => {
    const wallet = await newWallet()
    const { agent } = await send(withoutToken(wallet))
    expect(sentBy(await viewOf(wallet.created.session_id), agent)).toBeUndefined()
  })
})

describe('a pushed request of a client with several open offers', () => {
  /** Offers in links of their own, so that no request of the client names one. */
  const open = async () => {
    const create = () => createHandCodeWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' }, { http })
    return [await create(), await create()] as const
  }
  const read = async (wallet: HandWallet) =>
    (await http({ path: `/sessions/${wallet.created.session_id}` })).json() as View &
      Pick<IssuanceSessionView, 'contact' | 'status'>

  it.each([
    ['is refused', (form: URLSearchParams) => form.delete('code_challenge'), 400],
    ['is accepted', () => undefined, 201],
  ])('may belong to each where it %s, which none is judged by', async (_how, change, status) => {
    const wallets = await open()
    for (const wallet of wallets) expect((await read(wallet)).outcome.id).toBe('waiting')
    // Another client each time: one whose push was refused before has a session that its wallet began, and a further push
    // without an offer belongs to that one.
    const { agent } = await send({ path: `/.well-known/openid-credential-issuer${issuer}` })
    const answer = await wallets[0].push({
      form: (fields) => {
        fields.delete('issuer_state')
        change(fields)
      },
      headers: (fields) => fields.push(['User-Agent', agent]),
    })
    expect(answer.status, answer.body).toBe(status)
    for (const wallet of wallets) {
      const { outcome, contact, events, exchanges, cause, checks, status: state } = await read(wallet)
      expect(outcome).toMatchObject({ id: 'running', sentence: 'A request may belong here', success: null })
      expect(contact.reached).toBe(false)
      expect(contact.what_to_check).toEqual([expect.stringMatching(/^A request came at .* may belong to this session/)])
      expect(events.filter(({ type }) => type === 'request_may_belong')).toHaveLength(1)
      expect([state, cause, checks.conformance.filter((one) => one.status === 'fail')]).toEqual(['created', null, []])
      expect(exchanges.filter(({ operation }) => operation === 'pushAuthorizationRequest')).toEqual([])
      for (const format of ['html', 'md']) {
        const report = await http({ path: `/sessions/${wallet.created.session_id}/report?format=${format}` })
        expect(report.body).toMatch(/a request may belong here/i)
        expect(report.body).not.toContain('Waiting for a scan')
      }
      const report = await http({ path: `/sessions/${wallet.created.session_id}/report?format=json` })
      expect(report.object()).toMatchObject({ session: { outcome: { sentence: 'A request may belong here' } } })
    }
  })
})

describe('a second flow of a client whose offers are in links', () => {
  // No session of another test waits.
  let back: () => void
  beforeEach(() => {
    back = service.fork()
    service.advance(24 * 60 * 60)
  })
  afterEach(() => back())
  const byValue = () => createHandCodeWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' }, { http })
  const withoutState = (agent: string, change: (form: URLSearchParams) => void = () => undefined) => ({
    form: (form: URLSearchParams) => {
      form.delete('issuer_state')
      change(form)
    },
    headers: (fields: [string, string][]) => void fields.push(['User-Agent', agent]),
  })
  const read = (agent: string) =>
    http({ path: `/.well-known/openid-credential-issuer${issuer}`, headers: [['User-Agent', agent]] })
  const pushes = async ({ created }: HandWallet) =>
    (await viewOf(created.session_id)).exchanges
      .filter(({ operation }) => operation === 'pushAuthorizationRequest')
      .map(({ correlation }) => correlation)

  it('is in the session that has none yet', async () => {
    const agent = 'two-flows'
    const first = await byValue()
    await read(agent)
    expect((await first.push(withoutState(agent))).status).toBe(201)
    const second = await byValue()
    await read(agent)
    expect((await second.push(withoutState(agent))).status).toBe(201)
    expect([await pushes(first), await pushes(second)]).toEqual([['inferred'], ['inferred']])
  })

  it('goes on in the first where its request was refused, or no other session waits', async () => {
    const agent = 'one-flow'
    const first = await byValue()
    await read(agent)
    expect((await first.push(withoutState(agent, (form) => form.delete('code_challenge')))).status).toBe(400)
    const second = await byValue()
    await read(agent)
    expect((await first.push(withoutState(agent))).status).toBe(201)
    expect([await pushes(first), await pushes(second)]).toEqual([['inferred', 'inferred'], []])
  })
})

describe('a presentation', () => {
  const newPresentation = async () =>
    (await http(jsonPost('/openid4vp/sessions', {}))).object() as {
      session_id: string
      authorization_request: { state: string; nonce: string }
    }
  const seen = async (id: string, agent: string) =>
    sentBy((await http({ path: `/openid4vp/sessions/${id}` })).json() as View, agent)

  it.each([
    ['its state under a near name', 'State', ({ state }: { state: string }) => state],
    ['its nonce', 'nonce', ({ nonce }: { nonce: string }) => nonce],
    ['its state in JSON', 'json', ({ state }: { state: string }) => JSON.stringify({ state })],
  ])('is in the session that its response carries a value of: %s', async (_place, name, value) => {
    const { session_id, authorization_request } = await newPresentation()
    const { agent } = await send(form('/openid4vp/response', { [name]: value(authorization_request), vp_token: '{}' }))
    expect(await seen(session_id, agent)).toMatchObject({ correlation: 'exact' })
  })

  it('is in its session by the id of the session at a wrong address', async () => {
    const { session_id } = await newPresentation()
    const { agent } = await send(form(`/openid4vp/response/${session_id}`, { vp_token: '{}' }))
    expect(await seen(session_id, agent)).toMatchObject({ correlation: 'exact' })
  })
})

it('a request with a value of nobody is in no session', async () => {
  const { answer } = await send(form(`${issuer}/token`, { grant_type: grant, ticket: randomUUID() }))
  expect(answer.status).toBe(400)
})
