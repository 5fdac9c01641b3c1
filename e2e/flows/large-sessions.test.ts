import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { createHandWallet, type HandWallet, preAuthorizedGrant } from '@/lib/testing/hand-wallet'
import { createHttpClient, type HttpAnswer, type JsonRecord } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { generateKey } from '@/lib/wallet/jose/key'

describe('a large batch', () => {
  /** A request for many credentials yields to other requests between two of them. */
  const count = 6
  const service = serviceForTests()
  const { http } = service

  const mdoc = 'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof'
  const deferred = { deferred: { interval: 1, pending: 0 } }

  /** A wallet with a key for each credential, and its request. */
  async function walletFor(keys: number, session: JsonRecord, laboratory: JsonRecord) {
    const wallet = await createHandWallet(service, {
      issuer_configuration_id: 'eu-pid-jwt-proof-only',
      dpop_nonce: 'off',
      ...session,
      laboratory: { batch: { size: count }, ...laboratory },
    })
    const token = await wallet.obtainToken()
    const nonce = await wallet.freshNonce()
    const jwt = Array.from({ length: keys }, () =>
      wallet.proof(nonce, null, (draft) => {
        const key = generateKey()
        Object.assign(draft, { key })
        Object.assign(draft.header, { jwk: { ...key.publicJwk } })
      }),
    )
    const ask = () =>
      wallet.requestCredential({
        nonce,
        request: (request) => {
          request.proofs = { jwt }
        },
      })
    return { wallet, token, ask }
  }

  const comeBack = (wallet: HandWallet, token: string, transaction_id: unknown) =>
    http({
      method: 'POST',
      path: wallet.path('deferred'),
      headers: [
        ['Authorization', `DPoP ${token}`],
        ['Content-Type', 'application/json'],
        ['DPoP', wallet.dpop('deferred', token)],
      ],
      body: JSON.stringify({ transaction_id }),
    })

  /** Answers a request; `atTurn` runs at each turn it yields. */
  async function withTurns(answer: () => Promise<HttpAnswer>, atTurn: () => unknown): Promise<HttpAnswer> {
    const { ports } = service.container
    const { turn } = ports
    Object.assign(ports, {
      turn: async () => {
        await atTurn()
        return turn()
      },
    })
    return answer().finally(() => Object.assign(ports, { turn }))
  }

  async function turnsFor(answer: () => Promise<HttpAnswer>, keys: number): Promise<number> {
    let turns = 0
    const { status, body } = await withTurns(answer, () => {
      turns += 1
    })
    expect(status, body).toBe(200)
    expect((JSON.parse(body) as { credentials: unknown[] }).credentials).toHaveLength(keys)
    return turns
  }

  describe('a long response', () => {
    /** A credential with this many texts of 4000 characters, or of fewer. */
    const walletOf = (texts: number, characters = 4000) => {
      const text = 'x'.repeat(characters)
      const claims = Object.fromEntries(Array.from({ length: texts }, (_, index) => [`c${index}`, text]))
      const own = { credentials: [{ id: 'own', format: 'mso_mdoc', doctype: 'own', claims }] }
      return walletFor(1, { credential_configuration_id: 'own' }, own)
    }
    const turnsOf = async (answer: () => Promise<HttpAnswer>) => {
      let turns = 0
      const { status, body } = await withTurns(answer, () => {
        turns += 1
      })
      expect(status, body).toBe(200)
      return turns
    }

    it('is redacted in turns', async () => {
      expect(await turnsOf((await walletOf(1)).ask)).toBe(0)
      expect(await turnsOf((await walletOf(15)).ask)).toBeGreaterThan(10)
    })

    it('has its salts remembered in turns, of which each element has three', async () => {
      expect(await turnsOf((await walletOf(160, 1)).ask)).toBe(0)
      expect(await turnsOf((await walletOf(200, 1)).ask)).toBe(1)
    })
  })

  describe.each([
    ['SD-JWT VCs', {}],
    ['mdocs', { credential_configuration_id: mdoc }],
  ] as const)('a batch of %s', (_format, session) => {
    it('is read and issued with a turn between two proofs, and between two credentials', async () => {
      const turns = async (keys: number) => turnsFor((await walletFor(keys, session, {})).ask, keys)
      expect([await turns(1), await turns(count)]).toEqual([0, 2 * (count - 1)])
    })

    it('that was deferred is issued with a turn between two credentials', async () => {
      const turns = async (keys: number) => {
        const { wallet, token, ask } = await walletFor(keys, session, deferred)
        const { transaction_id: id } = (await ask()).object()
        return turnsFor(() => comeBack(wallet, token, id), keys)
      }
      expect([await turns(1), await turns(count)]).toEqual([0, count - 1])
    })

    covers('D4')
    it('lets another request be answered before it is issued', async () => {
      const { ask } = await walletFor(count, session, {})
      const answered: string[] = []
      const answer = await withTurns(ask, async () => {
        if (answered.length === 0)
          answered.push(
            `other ${(await http({ path: '/.well-known/openid-credential-issuer/issuers/eu-pid-device-bound' })).status}`,
          )
      })
      answered.push(`batch ${answer.status}`)
      expect(answered).toEqual(['other 200', 'batch 200'])
    })
  })
})

describe('many exchanges', () => {
  /** A session with more exchanges than are stored in full: it loses only what makes it large. */
  const wholeMax = 5
  const service = serviceForTests({ exchangesWholeMax: wholeMax })
  const { http } = service

  interface ReadBack {
    readonly exchanges: readonly JsonRecord[]
    readonly recorded: JsonRecord & { readonly next: string | null }
    readonly raw: JsonRecord
    readonly checks: { readonly summary: JsonRecord; readonly conformance: readonly JsonRecord[] }
  }
  const read = async (path: string): Promise<ReadBack> => (await http({ path })).json() as ReadBack

  /** An issuance session whose offer was fetched this often. */
  async function startIssuance(fetches: number): Promise<string> {
    const wallet = await createHandWallet(service)
    for (let count = 1; count < fetches; count++) await http({ path: new URL(wallet.created.offer_url).pathname })
    return wallet.created.session_id
  }

  /** A presentation session whose request was fetched this often. */
  async function startPresentation(fetches: number): Promise<string> {
    const created = (await http({ method: 'POST', path: '/openid4vp/sessions' })).object()
    for (let count = 0; count < fetches; count++) await http({ path: new URL(String(created.request_uri)).pathname })
    return String(created.session_id)
  }

  describe('an issuance session with more exchanges than are kept whole', () => {
    covers('D4')
    it('judges and counts the others too, keeps them without their content, and says how many', async () => {
      const wallet = await createHandWallet(service)
      const form = new URLSearchParams({ grant_type: preAuthorizedGrant, 'pre-authorized_code': wallet.code })
      const send = (more: Record<string, string>) =>
        http({
          method: 'POST',
          path: wallet.path('token'),
          headers: [['Content-Type', 'application/x-www-form-urlencoded']],
          body: `${form}&${new URLSearchParams(more)}`,
        })
      for (let count = 0; count < 7; count++) expect((await send({ try: String(count) })).status).toBe(400)

      const view = await read(`/sessions/${wallet.created.session_id}`)
      expect(view.recorded).toEqual({
        exchanges: 8,
        exchanges_without_content: 3,
        next: null,
        events_left_out: 0,
        findings_left_out: 0,
        inferred_left_out: 0,
      })
      expect(view.exchanges.map(({ content_omitted }) => content_omitted)).toEqual([
        ...Array(wholeMax).fill(undefined),
        true,
        true,
        true,
      ])
      // The offer was fetched before the token requests.
      const [first, last] = [view.exchanges[1], view.exchanges.at(-1)]
      expect(first).toMatchObject({ body: { try: expect.anything() }, headers: { 'content-type': expect.any(String) } })
      expect(last).toMatchObject({ body: null, headers: {}, decoded: [], response: { status: 400, headers: {} } })
      expect(last?.checks).toEqual(first?.checks)
      expect(view.checks.conformance.filter(({ exchange_id }) => exchange_id === last?.id).length).toBeGreaterThan(10)

      const ledger = (await http({ path: '/oid4vci/requests' })).json() as JsonRecord[]
      expect(ledger.filter(({ session_id }) => session_id === wallet.created.session_id)).toHaveLength(8)
      // The bound does not affect the wallet: its correct request succeeds.
      expect((await wallet.requestToken()).status).toBe(200)
    })
  })

  describe('a presentation session with more exchanges than are kept whole', () => {
    covers('D4')
    it('keeps the others without their content too', async () => {
      const view = await read(`/openid4vp/sessions/${await startPresentation(7)}`)
      expect(view.recorded).toMatchObject({ exchanges: 7, exchanges_without_content: 2 })
      expect(view.exchanges.filter(({ content_omitted }) => content_omitted)).toHaveLength(2)
    })
  })

  describe('a read-back by pages', () => {
    covers('D4')
    it.each(['/sessions', '/openid4vp/sessions'])('continues behind an exchange, and ends (%s)', async (base) => {
      const id = await (base === '/sessions' ? startIssuance(3) : startPresentation(3))
      const whole = await read(`${base}/${id}`)
      expect(whole.exchanges).toHaveLength(3)
      const rest = await read(`${base}/${id}?exchanges_after=${whole.exchanges[0]?.id}`)
      expect(rest.exchanges).toEqual(whole.exchanges.slice(1))
      expect(rest.checks).toEqual(whole.checks)
      const end = await read(`${base}/${id}?exchanges_after=${whole.exchanges.at(-1)?.id}`)
      expect(end).toMatchObject({ exchanges: [], recorded: { exchanges: 3, next: null } })
      const unknown = await http({ path: `${base}/${id}?exchanges_after=${id}` })
      expect([unknown.status, unknown.object().error]).toEqual([400, 'invalid_request'])
    })
  })

  describe('a session that has had all the requests it may have', () => {
    let small: TestService
    beforeAll(async () => {
      small = await startService({ exchangesMax: 4 })
    })
    afterAll(() => small.close())

    covers('D4')
    it('grows no more: further requests are refused, are in the ledger alone, and other sessions go on', async () => {
      const client = createHttpClient(small.baseUrl)
      const wallet = await createHandWallet(small)
      const offer = new URL(wallet.created.offer_url).pathname
      const statuses: number[] = []
      // Its wallet has fetched the offer once.
      for (let count = 0; count < 5; count++) statuses.push((await client({ path: offer })).status)
      expect(statuses).toEqual([200, 200, 200, 429, 429])
      const refused = await client({ path: offer })
      expect(refused.object()).toMatchObject({ error: 'too_many_requests' })
      expect((await wallet.requestToken()).status).toBe(429)
      // A tester can still read the offer.
      expect((await client({ path: `/sessions/${wallet.created.session_id}/offer` })).status).toBe(200)

      const view = (await client({ path: `/sessions/${wallet.created.session_id}` })).json() as ReadBack
      // A request that no longer names a session is like any other fetch of the same client.
      expect(view.exchanges.filter(({ correlation }) => correlation === 'exact')).toHaveLength(4)
      expect(view.exchanges.map(({ correlation }) => correlation).slice(4)).toEqual(Array(4).fill('inferred'))
      const ledger = (await client({ path: '/oid4vci/requests' })).json() as JsonRecord[]
      expect(ledger.map(({ session_id }) => session_id).slice(4)).toEqual(Array(5).fill(null))
      expect((await (await createHandWallet(small)).requestToken()).status).toBe(200)
      client.close()
    })
  })
})
