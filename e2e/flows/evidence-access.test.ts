import { afterEach, describe, expect, it } from 'vitest'
import { checkContract } from '@/lib/testing/check-contract'
import { covers } from '@/lib/testing/covers'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import { createHttpClient, type Fields, type HttpClient, jsonPost, sentFrom } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'

/** OPERATOR_TOKEN, and the limit of session creation. */
let service: TestService
let http: HttpClient
const start = async (env: Readonly<Record<string, string>>): Promise<void> => {
  service = await startService({ env, still: true })
  http = createHttpClient(service.baseUrl)
}
afterEach(async () => {
  http.close()
  await service.close()
})

const create = (headers: Fields = []) => http({ method: 'POST', path: '/sessions', headers })
const ledger = async () =>
  (await http({ path: '/oid4vci/requests' })).json() as { session_id: string | null; response: object }[]

describe('SESSION_RATE_LIMIT', () => {
  it('lets an address create that many sessions in a minute, then says when to come again', async () => {
    await start({ SESSION_RATE_LIMIT: '3' })
    for (let count = 0; count < 3; count++) expect((await create()).status).toBe(201)
    const answer = await create()
    expectError(answer, 429, 'too_many_requests')
    checkContract('createSession', answer)
    expect(answer.header('retry-after')).toBe('60')
    service.advance(59)
    expect((await create()).header('retry-after')).toBe('1')
    service.advance(1)
    expect((await create()).status).toBe(201)
  })

  it('limits nothing but the creation of sessions', async () => {
    await start({ SESSION_RATE_LIMIT: '1' })
    const wallet = await createHandWallet(service)
    expect((await create()).status).toBe(429)
    expect((await wallet.requestCredential()).status).toBe(200)
    expect((await wallet.view()).status).toBe('credential_issued')
  })

  it('counts sessions that a wallet begins without an offer, accepted and refused, with those of POST /sessions', async () => {
    await start({ SESSION_RATE_LIMIT: '4' })
    const wallet = await createHandCodeWallet(service)
    const sessions = async () => new Set((await ledger()).map(({ session_id }) => session_id)).size
    const begin = (client: string, change: (form: URLSearchParams) => void = () => undefined) =>
      wallet.push({
        form: (form) => {
          form.delete('issuer_state')
          change(form)
        },
        headers: (fields) => fields.push(['User-Agent', client]),
      })
    expect((await begin('a')).status).toBe(201)
    expect((await begin('b', (form) => form.set('redirect_uri', '/cb'))).status).toBe(400)
    // A client's second request belongs to the session of its first.
    expect((await begin('b', (form) => form.set('redirect_uri', '/cb'))).status).toBe(400)
    expect((await create()).status).toBe(201)
    const known = await sessions()
    for (const change of [undefined, (form: URLSearchParams) => form.set('redirect_uri', '/cb')]) {
      const answer = await begin('c', change)
      expectError(answer, 429, 'too_many_requests')
      checkContract('pushAuthorizationRequest', answer)
      expect(answer.header('retry-after')).toBe('60')
    }
    expect((await ledger()).at(-1)).toMatchObject({ session_id: null, response: { status: 429 } })
    expect(await sessions()).toBe(known + 1)
    // Wallets with an offer are not limited; others only for a minute.
    expect((await wallet.push()).status).toBe(201)
    service.advance(60)
    expect((await begin('c')).status).toBe(201)
  })

  it('cannot be evaded by a header that no proxy of ours wrote', async () => {
    await start({ SESSION_RATE_LIMIT: '1' })
    expect((await create(sentFrom('203.0.113.1'))).status).toBe(201)
    expect((await create(sentFrom('203.0.113.2'))).status).toBe(429)
  })

  it('counts by client where a proxy is trusted', async () => {
    await start({ SESSION_RATE_LIMIT: '1', TRUST_PROXY: '127.0.0.1' })
    expect((await create(sentFrom('203.0.113.1'))).status).toBe(201)
    expect((await create(sentFrom('203.0.113.2'))).status).toBe(201)
    expect((await create(sentFrom('198.51.100.9, 203.0.113.2'))).status).toBe(429)
  })

  it('is 60 a minute unless something else is said', async () => {
    await start({ SESSION_RATE_LIMIT: '' })
    const statuses = []
    for (let count = 0; count < 62; count++) statuses.push((await create()).status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(60)
    expect(statuses.slice(60)).toEqual([429, 429])
  })
})

describe('OPERATOR_TOKEN', () => {
  const token = 'an-operator-token-of-this-test'
  const bearer: Fields = [['Authorization', `Bearer ${token}`]]
  const basic: Fields = [['Authorization', `Basic ${Buffer.from(`anyone:${token}`).toString('base64')}`]]

  covers('A5.1')
  it('protects every read of evidence and leaves the rest open', async () => {
    await start({ OPERATOR_TOKEN: token })
    const created = (await create()).object()
    const base = `/sessions/${String(created.session_id)}`
    const reads = [
      ['getSession', base],
      ['getSessionOffer', `${base}/offer`],
      ['getSessionDeeplink', `${base}/deeplink`],
      ['getSessionKeys', `${base}/jwks`],
      ['listSessionEvents', `${base}/events`],
      ['listRequests', '/oid4vci/requests'],
    ] as const
    for (const [operation, path] of reads) {
      for (const headers of [[], [['Authorization', `Bearer ${token}x`]], [['Authorization', token]]] as Fields[]) {
        const answer = await http({ path, headers })
        expectError(answer, 401, 'unauthorized')
        checkContract(operation, answer)
        const challenges = answer.fields.filter(([name]) => name.toLowerCase() === 'www-authenticate')
        expect(challenges.map(([, value]) => value.split(' ')[0])).toEqual(['Bearer', 'Basic'])
        expect(answer.body).not.toContain(String(created.session_id))
      }
      for (const headers of [bearer, basic]) expect([200, 409]).toContain((await http({ path, headers })).status)
    }
    for (const path of [
      '/healthz',
      '/readyz',
      '/issuers',
      '/.well-known/openid-credential-issuer/issuers/eu-pid-device-bound',
      '/issuers/eu-pid-device-bound/jwks.json',
      new URL(String(created.offer_url)).pathname,
    ])
      expect((await http({ path })).status).toBe(200)
  })

  it('protects the pages and the interface of a workbench, and never its door', async () => {
    await start({ OPERATOR_TOKEN: token })
    const made = (await http(jsonPost('/workbenches', {}, bearer))).object()
    const {
      workbench_id: id,
      view_url: view,
      issuance,
    } = made as {
      readonly workbench_id: string
      readonly view_url: string
      readonly issuance: { readonly credential_offer_uri: string }
    }
    const pages = [`/w/${id}`, `/w/${id}/runs`, new URL(view).pathname, `${new URL(view).pathname}/runs`]
    for (const path of [...pages, `/workbenches/${id}`, `/workbenches/${id}/sessions`, `/workbenches/${id}/report`]) {
      const answer = await http({ path })
      expect([path, answer.status]).toEqual([path, 401])
      expect(answer.body).not.toContain(id)
    }
    const { pathname } = new URL(issuance.credential_offer_uri)
    expect((await http({ path: pathname, headers: [['User-Agent', 'okhttp/4.12']] })).status).toBe(200)
    expect((await http({ path: `/workbenches/${id}`, headers: bearer })).object().last_number).toBe(1)
  })

  it('protects a session that does not exist as well, so that nobody can try ids', async () => {
    await start({ OPERATOR_TOKEN: token })
    expectError(await http({ path: '/sessions/00000000-0000-4000-8000-000000000000' }), 401, 'unauthorized')
  })

  covers('D11')
  it('takes 20 wrong tokens of an address in a minute, by pages and interface together, and then answers the right one like a wrong one', async () => {
    await start({ OPERATOR_TOKEN: token })
    const wrong: Fields = [['Authorization', `Bearer ${token}x`]]
    const guess = async (count: number) =>
      (await http({ path: count % 2 ? '/ledger' : ledgerPath, headers: wrong })).status
    const ledgerPath = '/oid4vci/requests'
    for (let count = 0; count < 20; count++) expect(await guess(count)).toBe(401)
    for (const path of [ledgerPath, '/openid4vp/sessions/00000000-0000-4000-8000-000000000000']) {
      const answer = await http({ path, headers: wrong })
      expectError(answer, 429, 'too_many_requests')
      expect(answer.header('retry-after')).toBe('60')
      // A request without a token is not counted as a guess.
      expect((await http({ path })).status).toBe(401)
    }
    expect((await http({ path: '/ledger', headers: wrong })).status).toBe(429)
    const answerTo = async (path: string, headers: Fields) => {
      const { status, body, fields } = await http({ path, headers })
      return { status, body, fields: fields.filter(([name]) => name !== 'Date') }
    }
    for (const path of [ledgerPath, '/ledger', '/openid4vp/sessions/00000000-0000-4000-8000-000000000000'])
      for (const right of [bearer, basic]) expect(await answerTo(path, right)).toEqual(await answerTo(path, wrong))
    service.advance(60)
    expect((await http({ path: ledgerPath, headers: bearer })).status).toBe(200)
    expect((await http({ path: ledgerPath, headers: basic })).status).toBe(200)
    expect(await guess(0)).toBe(401)
  })

  it('is tried once by each request: two of them are one wrong attempt, at pages and interface alike', async () => {
    await start({ OPERATOR_TOKEN: token })
    const wrong: Fields = [['Authorization', 'Bearer wrong']]
    const pairs: Fields[] = [
      [...bearer, ...wrong],
      [...wrong, ...bearer],
      [...bearer, ...bearer],
    ]
    for (const headers of pairs)
      for (const path of ['/oid4vci/requests', '/ledger']) expect((await http({ path, headers })).status).toBe(401)
    for (let count = 6; count < 20; count++)
      expect((await http({ path: '/oid4vci/requests', headers: wrong })).status).toBe(401)
    expect((await http({ path: '/oid4vci/requests', headers: wrong })).status).toBe(429)
  })

  it('itself is nowhere in the evidence', async () => {
    await start({ OPERATOR_TOKEN: token })
    const created = (await create()).object()
    await http({ path: `/sessions/${String(created.session_id)}/offer`, headers: bearer })
    const ledger = await http({ path: '/oid4vci/requests', headers: bearer })
    expect(ledger.body).toContain('/offer')
    expect(ledger.body).not.toContain(token)
  })
})
