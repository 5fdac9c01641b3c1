import { beforeAll, describe, expect, it } from 'vitest'
import { issuerFlow } from '@/components/inspector/model/flows/issuer'
import { verifierFlow } from '@/components/inspector/model/flows/verifier'
import { toInspectedPresentation } from '@/components/inspector/model/flows/verifier-exchanges'
import { sessionRow } from '@/components/runs/run-row'
import type { CampaignView, NextSessionView } from '@/lib/core/campaigns/z-campaign'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { checkContract } from '@/lib/testing/check-contract'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHandCodeWallet, type FormChanges, type HandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { createHandWallet, type HandWallet, type JwtChange } from '@/lib/testing/hand-wallet'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { fixedShare } from '@/scripts/thorough.mjs'

describe('in every place', () => {
  const service = serviceForTests()
  const { http } = service
  let held: HeldCredential
  beforeAll(async () => {
    const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
    held = credentials.find(({ format }) => format === 'dc+sd-jwt') as HeldCredential
  })

  const base = { issuance: '/sessions', presentation: '/openid4vp/sessions' } as const

  /** What each place says about a session, without what depends on the time of asking. */
  async function told(kind: keyof typeof base, id: string) {
    const { queries } = service.container
    const issuance = await queries.issuance.view(id)
    const presentation = await queries.presentation.view(id)
    const view = issuance ?? presentation
    const row =
      issuance === null
        ? presentation && sessionRow(toInspectedPresentation(presentation), verifierFlow, { kind, wallet: null })
        : sessionRow(issuance, issuerFlow, { kind, wallet: null })
    if (view === null || row === null) throw new Error('There is no such session.')
    const report = async (format: string) => (await http({ path: `${base[kind]}/${id}/report?format=${format}` })).body
    const { session, summary } = JSON.parse(await report('json'))
    const junit = await report('junit')
    const html = await report('html')
    const late = new Set(view.exchanges.filter(({ after_end }) => after_end).map(({ id: one }) => one))
    const exchanges = (await queries.ledger()).filter(({ session_id }) => session_id === id)
    return {
      'read-back': { outcome: view.outcome, summary: view.checks.summary, cause: view.cause, next: view.next_step },
      'list of runs': { tone: row.tone, words: row.words, over: row.over },
      json: { outcome: session.outcome, summary },
      junit: [
        ...junit.matchAll(/<testsuite [^>]*?name="([^"]*)" (tests="\d+" failures="\d+" errors="\d+" skipped="\d+")/g),
      ].map(([, name, counts]) => `${name} ${counts}`),
      markdown: /\*\*.*?\*\*/.exec(await report('md'))?.[0],
      html: [/<title>(.*?)<\/title>/.exec(html)?.[1], /<p class="verdict[^>]*>(.*?)<\/p>/s.exec(html)?.[1]],
      campaign: view.campaign_id === null ? null : await stepOf(view.campaign_id, id),
      duration: /<testsuites [^>]*time="([^"]*)"/.exec(junit)?.[1],
      // Later exchanges have rows of their own.
      ledger: exchanges.filter(({ id: one }) => !late.has(one)).map(({ id: exchange, verdict }) => [exchange, verdict]),
    }
  }

  async function stepOf(campaign: string, id: string) {
    const { steps, counts } = (await http({ path: `/campaigns/${campaign}` })).object() as unknown as CampaignView
    const step = steps.find(({ session }) => session?.session_id === id)
    return { counts, state: step?.state, verdict: step?.verdict, reason: step?.reason }
  }

  const wrongAudience: JwtChange = (draft) => void Object.assign(draft.claims, { aud: 'https://wrong.example' })
  /** The clock of the service is ahead of this process's. */
  const onTime: JwtChange = (draft) => void Object.assign(draft.claims, { iat: Math.floor(service.now() / 1000) })
  const wrongNonce: JwtChange = (draft) => {
    onTime(draft)
    Object.assign(draft.claims, { nonce: 'another' })
  }
  type Presenter = Awaited<ReturnType<typeof createHandPresenter>>
  const present = (presenter: Presenter, keyBinding = onTime) => presenter.answer(presenter.payload({ keyBinding }))
  const decline = ({ post, request }: Presenter) =>
    post([
      ['error', 'access_denied'],
      ['state', String(request.state)],
    ])

  /**
   * Sends everything a client may still send to the session's addresses, and starts a later session of the same client.
   */
  async function sendLate(wallet: HandWallet): Promise<void> {
    await wallet.requestToken({ dpop: null })
    await wallet.requestToken()
    await wallet.requestCredential({ proof: wrongAudience, nonce: 'gone' })
    for (const method of ['GET', 'DELETE']) await http({ method, path: `/sessions/${wallet.created.session_id}/offer` })
    await http({ method: 'POST', path: wallet.path('nonce'), body: 'not empty' })
    await http({ path: wallet.path('elsewhere') })
    await createHandWallet(service, {}, http)
  }

  async function answerLate(presenter: Presenter): Promise<void> {
    await http({ path: presenter.requestPath })
    await present(presenter, wrongNonce)
    await present(presenter)
    await decline(presenter)
    for (const method of ['GET', 'DELETE']) await http({ method, path: presenter.responsePath })
  }

  /** Longer than any session or token lives. */
  const forAWhile = 3000

  /** A share of the ways to end: `after-the-end.property.test.ts` shows for all that what comes later changes no result. */
  describe('a session that ended says the same for ever, in every place', () => {
    it.each(
      fixedShare([
        ['passed', ['passes']],
        ['failed', ['fails']],
        ['failed and then passed', ['fails', 'passes']],
        ['went half way', []],
      ] as const),
    )('an issuance that %s', async (_, steps) => {
      const wallet = await createHandWallet(service, {}, http)
      const { session_id: id } = wallet.created
      await wallet.obtainToken()
      for (const step of steps) await wallet.requestCredential(step === 'fails' ? { proof: wrongAudience } : {})
      const open = await told('issuance', id)
      service.advance(forAWhile)
      const before = await told('issuance', id)
      // Only at the end is it clear that the wallet omitted something.
      const { outcome, summary } = before['read-back']
      if (steps.length > 0)
        expect([outcome.id, summary.must]).toEqual([open['read-back'].outcome.id, open['read-back'].summary.must])
      await sendLate(wallet)
      expect(await told('issuance', id)).toEqual(before)
      service.advance(forAWhile)
      expect(await told('issuance', id)).toEqual(before)
    })

    it.each(
      fixedShare([
        ['passed', (presenter: Presenter) => present(presenter), 'passed'],
        ['failed', (presenter: Presenter) => present(presenter, wrongNonce), 'failed'],
        ['was declined', decline, 'declined'],
        ['was only read', ({ requestPath: path }: Presenter) => http({ path }), 'expired'],
      ]),
    )('a presentation that %s', async (_, act, outcome) => {
      const presenter = await createHandPresenter(service, held, {}, http)
      const { session_id: id } = presenter.created
      await http({ path: presenter.requestPath })
      await act(presenter)
      service.advance(forAWhile)
      const before = await told('presentation', id)
      expect(before['read-back'].outcome.id).toMatch(new RegExp(`^${outcome}`))
      await answerLate(presenter)
      expect(await told('presentation', id)).toEqual(before)
      service.advance(forAWhile)
      expect(await told('presentation', id)).toEqual(before)
    })

    it.each(
      fixedShare([
        ['passed', (presenter: Presenter) => present(presenter), 'passed'],
        ['failed', (presenter: Presenter) => present(presenter, wrongNonce), 'failed'],
        ['was declined', decline, 'declined'],
      ]),
    )('a presentation that %s, from its response on', async (_, act, outcome) => {
      const presenter = await createHandPresenter(service, held, {}, http)
      const { session_id: id } = presenter.created
      await http({ path: presenter.requestPath })
      await act(presenter)
      const before = await told('presentation', id)
      expect(before['read-back'].outcome).toMatchObject({
        id: expect.stringMatching(new RegExp(`^${outcome}`)),
        over: true,
      })
      await answerLate(presenter)
      service.advance(5)
      await answerLate(presenter)
      await http({ path: `/openid4vp/sessions/${id}/complete?response_code=x` })
      expect(await told('presentation', id)).toEqual(before)
      service.advance(forAWhile)
      expect(await told('presentation', id)).toEqual(before)
    })

    it.each(
      fixedShare([
        ['issuance', 'fault.no_expires_in', 'offer'],
        ['presentation', 'sd_jwt_baseline', 'request'],
        ['presentation', 'bad_signature', 'request'],
      ] as const),
    )('a session that its tester ended: %s of %s', async (kind, preset, first) => {
      const post = (path: string, body: object) =>
        http({ method: 'POST', path, headers: [['Content-Type', 'application/json']], body: JSON.stringify(body) })
      const made = await post('/campaigns', { wallet: { name: 'Quillfern', version: '1' }, presets: [preset] })
      const campaign = String(made.object().campaign_id)
      const { session } = (await http({ path: `/campaigns/${campaign}/next` })).object() as unknown as NextSessionView
      const id = String(session?.session_id)
      const reach = (method = 'GET') => http({ method, path: `${base[kind]}/${id}/${first}` })
      await reach()
      service.advance(1)
      expect((await post(`/campaigns/${campaign}/answer`, { session_id: id, shown: 'nothing' })).status).toBe(200)
      const before = await told(kind, id)
      expect(before['read-back'].outcome).toMatchObject({ id: 'ended_by_tester', over: true })
      for (const method of ['GET', 'DELETE']) await reach(method)
      expect(await told(kind, id)).toEqual(before)
      service.advance(forAWhile)
      expect(await told(kind, id)).toEqual(before)
    })

    it.each(
      fixedShare([
        ['issuance', 'fault.no_expires_in'],
        ['presentation', 'sd_jwt_baseline'],
        ['presentation', 'bad_signature'],
      ] as const),
    )('of a campaign: %s of %s', async (kind, preset) => {
      const made = await http({
        method: 'POST',
        path: '/campaigns',
        headers: [['Content-Type', 'application/json']],
        body: JSON.stringify({ wallet: { name: 'Quillfern', version: '1' }, presets: [preset] }),
      })
      const campaign = String(made.object().campaign_id)
      const { session } = (await http({ path: `/campaigns/${campaign}/next` })).object() as unknown as NextSessionView
      const id = String(session?.session_id)
      const reach = () => http({ path: `${base[kind]}/${id}/${kind === 'issuance' ? 'offer' : 'request'}` })
      await reach()
      service.advance(forAWhile)
      const before = await told(kind, id)
      await reach()
      if (kind === 'presentation') {
        const { response_uri: uri } = (await http({ path: `${base[kind]}/${id}` })).object()
        const path = new URL(String(uri)).pathname
        await http({
          method: 'POST',
          path,
          headers: [['Content-Type', 'application/x-www-form-urlencoded']],
          body: 'vp_token=x',
        })
      }
      service.advance(forAWhile)
      expect(await told(kind, id)).toEqual(before)
    })
  })
})

describe('after the end', () => {
  const service = serviceForTests()

  const headers = { 'user-agent': 'ended-session/1' }
  const jsonHeaders = { ...headers, 'content-type': 'application/json' }
  const grant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

  const json = async (response: Promise<Response>) => (await response).json()

  async function createIssuance(): Promise<IssuanceSessionView> {
    const body = JSON.stringify({ flow: 'pre_authorized_code', credential_offer_mode: 'credential_offer_uri' })
    const { session_id } = await json(fetch(`${service.baseUrl}/sessions`, { method: 'POST', body, headers }))
    return readIssuance(session_id)
  }
  const readIssuance = (id: string): Promise<IssuanceSessionView> => json(fetch(`${service.baseUrl}/sessions/${id}`))

  /** The counts that every reader shows. */
  const countsOf = ({ checks, outcome }: IssuanceSessionView | PresentationSessionView) => ({
    outcome: outcome.id,
    verdict: checks.summary.verdict,
    counts: checks.summary.counts,
    must: checks.summary.must,
  })

  describe('an issuance that ended', () => {
    it('keeps its counts, whatever arrives later', async () => {
      const { session_id: id, issuer_identifier: issuer } = await createIssuance()
      const offer = await json(fetch(`${service.baseUrl}/sessions/${id}/offer`, { headers }))
      const code = offer.grants[grant]['pre-authorized_code']
      /** Without client authentication and DPoP, which fails MUSTs. */
      const requestToken = (extra: Record<string, string> = {}, agent = headers['user-agent']) =>
        fetch(`${issuer}/token`, {
          method: 'POST',
          headers: { 'user-agent': agent },
          body: new URLSearchParams({ grant_type: grant, 'pre-authorized_code': code, ...extra }),
        })
      expect((await requestToken()).status).toBe(400)
      const before = await readIssuance(id)
      expect(before.outcome.id).toBe('failed')

      service.advance(901)
      expect((await readIssuance(id)).status).toBe('expired')
      expect(countsOf(await readIssuance(id))).toEqual(countsOf(before))

      // Adds a failing MUST: another session of this client, and a request that names no session.
      await createIssuance()
      expect(
        (await requestToken({ redirect_uri: 'not a URI', tx_code: '12345' }, 'late/1')).status,
      ).toBeGreaterThanOrEqual(400)
      await fetch(`${issuer}/nonce`, { method: 'POST', headers, body: 'not empty' })
      const after = await readIssuance(id)
      expect(countsOf(after)).toEqual(countsOf(before))
      expect(after.observed.user_agents).toEqual([headers['user-agent']])
      const late = after.exchanges.at(-1)?.id
      const lateFindings = after.checks.conformance.filter(({ exchange_id }) => exchange_id === late)
      expect(after.exchanges.length).toBe(before.exchanges.length + 1)
      expect(new Set(lateFindings.map(({ softened }) => softened))).toEqual(new Set(['after_end']))
    })
  })

  describe('a presentation that ended', () => {
    it('keeps its counts, whatever arrives later', async () => {
      const body = JSON.stringify({ expires_in: 60 })
      const created = await json(
        fetch(`${service.baseUrl}/openid4vp/sessions`, { method: 'POST', body, headers: jsonHeaders }),
      )
      const id: string = created.session_id
      const read = (): Promise<PresentationSessionView> => json(fetch(`${service.baseUrl}/openid4vp/sessions/${id}`))
      const { response_uri: responseUri } = await read()
      const answer = () =>
        fetch(responseUri, { method: 'POST', headers, body: new URLSearchParams({ vp_token: '[]', state: 'other' }) })
      service.advance(61)
      const before = await read()
      expect(before.outcome.id).toBe('never_reached')
      expect((await answer()).status).toBeGreaterThanOrEqual(400)
      const after = await read()
      expect(after.checks.summary.counts).toEqual(before.checks.summary.counts)
      expect([before.observed.user_agents, after.observed.user_agents]).toEqual([[], []])
      expect(after.checks.conformance.some(({ softened }) => softened === 'after_end')).toBe(true)
    })
  })
})

describe('repeated refusals', () => {
  /** A wallet that keeps repeating a request that was rightly refused. `vci.flow.no_requests_after_error` */
  const service = serviceForTests()

  const refused: FormChanges = { form: (form) => form.set('redirect_uri', '/cb') }
  const statuses = async (count: number, send: () => Promise<{ status: number }>): Promise<number[]> => {
    const found: number[] = []
    for (let sent = 0; sent < count; sent += 1) found.push((await send()).status)
    return found
  }
  const loop = async (wallet: HandCodeWallet) => {
    expect(await statuses(50, () => wallet.push(refused))).toEqual(Array.from({ length: 50 }, () => 400))
    return wallet.push(refused)
  }

  describe('a refused request', () => {
    it('is answered 429 after 50 times, is on record with what is wrong, and another one is not held up', async () => {
      const wallet = await createHandCodeWallet(service)
      const answer = await loop(wallet)
      expectError(answer, 429, 'too_many_requests')
      checkContract('pushAuthorizationRequest', answer)
      expect(Number(answer.header('retry-after'))).toBeGreaterThan(60)
      const view = await wallet.view()
      expect(view.exchanges.at(-1)).toMatchObject({ correlation: 'exact', response: { status: 429 } })
      expect(view.events.at(-1)).toMatchObject({ type: 'unexpected_request', detail: { reason: 'repeated_refusal' } })
      const last = view.checks.conformance.filter(({ exchange_id }) => exchange_id === view.exchanges.at(-1)?.id)
      expect(last.find(({ id }) => id === 'vci.par.redirect_uri_valid')).toMatchObject({ status: 'fail' })
      expect(view.checks.conformance.find(({ id }) => id === 'vci.flow.no_requests_after_error')).toMatchObject({
        status: 'fail',
      })
      const other = { form: (form: URLSearchParams) => form.set('redirect_uri', '/another') }
      expect((await wallet.push(other)).status).toBe(400)
      expect((await wallet.push()).status).toBe(201)
    })

    it('of one session holds up no other, and is read again when its time is over', async () => {
      const [one, other] = [await createHandCodeWallet(service), await createHandCodeWallet(service)]
      expect((await loop(one)).status).toBe(429)
      expect((await other.push(refused)).status).toBe(400)
      service.advance(901)
      expect((await one.push(refused)).status).toBe(400)
    })

    it('that asks for another try may be repeated', async () => {
      const wallet = await createHandCodeWallet(service, { dpop_nonce: 'required' })
      expect(new Set(await statuses(52, () => wallet.push()))).toEqual(new Set([400]))
    })
  })
})
