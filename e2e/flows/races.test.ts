import { LRUCache } from 'lru-cache'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judgeChecks } from '@/components/inspector/model/judged-check'
import type { Commit } from '@/lib/core/shared/ports/store-types'
import { covers } from '@/lib/testing/covers'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHandPresenter, type HandPresenter } from '@/lib/testing/hand-presenter'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import { createHttpClient, type HttpAnswer, type JsonRecord, jsonPost } from '@/lib/testing/http-client'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { startService, type TestService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { generateKey } from '@/lib/wallet/jose/key'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { thorough } from '@/scripts/thorough.mjs'

describe('races of an issuance', () => {
  /** What may be used once is used once, even by two simultaneous requests. */
  let pocketBase: TestPocketBase
  let service: TestService
  /** A second server on the same storage: the two know of each other only through it. */
  let twin: TestService
  beforeAll(async () => {
    pocketBase = await startPocketBase()
    service = await startService({ pocketBase })
    twin = await startService({ pocketBase, env: { BASE_URL: service.baseUrl } })
  })
  afterAll(async () => {
    await service.close()
    await twin.close()
    await pocketBase.remove()
  })

  const counts = (answers: readonly HttpAnswer[]): Record<string, number> => {
    const found: Record<string, number> = {}
    for (const answer of answers) {
      const name = answer.status === 200 ? '200' : `${answer.status} ${String(answer.object().error)}`
      found[name] = (found[name] ?? 0) + 1
    }
    return found
  }

  const exchangesOf = async (wallet: HandWallet, operation: string) =>
    (await wallet.view()).exchanges.filter((exchange) => exchange.operation === operation)

  describe('one pre-authorized code', () => {
    it('is redeemed once by two parallel requests, both are on record, and the token ends', async () => {
      for (let round = 0; round < (thorough ? 20 : 6); round++) {
        const wallet = await createHandWallet(service)
        const answers = await Promise.all([wallet.requestToken(), wallet.requestToken()])
        expect(counts(answers)).toEqual({ '200': 1, '400 invalid_grant': 1 })
        const kept = await exchangesOf(wallet, 'requestToken')
        expect(kept.map(({ response }) => response.status).sort()).toEqual([200, 400])
        const { conformance } = (await wallet.view()).checks
        expect(
          conformance.filter(({ id, status }) => id === 'vci.token.preauth_code_once' && status === 'fail'),
        ).toHaveLength(1)
        const accessToken = String(answers.find(({ status }) => status === 200)?.object().access_token)
        const used = await wallet.requestCredential({ accessToken })
        expect(counts([used])).toEqual({ '401 invalid_token': 1 })
        wallet.http.close()
      }
    })

    it('is redeemed once by ten parallel requests of ten connections', async () => {
      const wallet = await createHandWallet(service)
      const answers = await Promise.all(Array.from({ length: 10 }, () => wallet.requestToken()))
      expect(counts(answers)).toEqual({ '200': 1, '400 invalid_grant': 9 })
      expect(await exchangesOf(wallet, 'requestToken')).toHaveLength(10)
    })

    it('is redeemed once although two processes are asked at the same moment', async () => {
      for (let round = 0; round < 5; round++) {
        const wallet = await createHandWallet(service)
        const elsewhere = { ...wallet, http: createHttpClient(twin.baseUrl) }
        const form = new URLSearchParams({
          grant_type: 'urn:ietf:params:oauth:grant-type:pre-authorized_code',
          'pre-authorized_code': wallet.code,
        }).toString()
        const ask = ({ http }: HandWallet) =>
          http({
            method: 'POST',
            path: wallet.path('token'),
            body: form,
            headers: [
              ['Content-Type', 'application/x-www-form-urlencoded'],
              ['DPoP', wallet.dpop('token')],
            ],
          })
        const answers = await Promise.all([ask(wallet), ask(elsewhere)])
        expect(counts(answers)).toEqual({ '200': 1, '400 invalid_grant': 1 })
        elsewhere.http.close()
      }
    })
  })

  describe('one c_nonce', () => {
    it('brings one credential to five parallel requests, and all are on record', async () => {
      for (let round = 0; round < 4; round++) {
        const wallet = await createHandWallet(service)
        await wallet.obtainToken()
        const nonce = await wallet.freshNonce()
        const answers = await Promise.all(Array.from({ length: 5 }, () => wallet.requestCredential({ nonce })))
        expect(counts(answers)).toEqual({ '200': 1, '400 invalid_nonce': 4 })
        expect(await exchangesOf(wallet, 'requestCredential')).toHaveLength(5)
        const issued = (await wallet.view()).events.filter(({ type }) => type === 'credential_issued')
        expect(issued).toHaveLength(1)
      }
    })

    it('of its own is enough for each of five parallel requests', async () => {
      const wallet = await createHandWallet(service)
      await wallet.obtainToken()
      const answers = await Promise.all(Array.from({ length: 5 }, () => wallet.requestCredential()))
      expect(counts(answers)).toEqual({ '200': 5 })
    })
  })

  describe('one DPoP proof', () => {
    it('is taken once of four parallel requests with nonces of their own', async () => {
      for (let round = 0; round < 4; round++) {
        const wallet = await createHandWallet(service)
        const accessToken = await wallet.obtainToken()
        const dpop = { values: [wallet.dpop('credential', accessToken)] }
        const answers = await Promise.all(Array.from({ length: 4 }, () => wallet.requestCredential({ dpop })))
        expect(counts(answers)).toEqual({ '200': 1, '401 invalid_dpop_proof': 3 })
        const { conformance } = (await wallet.view()).checks
        expect(conformance.filter(({ id, status }) => id === 'vci.dpop.jti_unique' && status === 'fail')).toHaveLength(
          3,
        )
      }
    })
  })
})

describe('races of a presentation', () => {
  /** Errors that occur together. */
  let pocketBase: TestPocketBase
  let service: TestService
  let credential: HeldCredential
  beforeAll(async () => {
    pocketBase = await startPocketBase()
    service = await startService({ pocketBase })
    const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
    credential = credentials[0] as HeldCredential
  })
  afterAll(async () => {
    await service.close()
    await pocketBase.remove()
  })

  /** What every place says about a session: the interface, each report format, and the page's headline. */
  async function saidOf(presenter: HandPresenter) {
    const session = await presenter.view()
    const { summary, conformance, ...booleans } = session.checks
    const { session_id } = presenter.created
    const report = (format: string) =>
      presenter.http({ path: `/openid4vp/sessions/${session_id}/report?format=${format}` })
    const json = (await report('json')).json() as { summary: object; checks: object[]; not_counted: { id: string }[] }
    const junit = /<testsuites[^>]*>/.exec((await report('junit')).body)?.[0]
    const { verdict: word } = summary
    return {
      word,
      counting: {
        status: session.status,
        summary,
        booleans,
        observed: session.observed,
        headline: session.outcome,
        ticks: judgeChecks(conformance, []).map(({ id, status }) => [id, status]),
        report: { summary: json.summary, checks: json.checks, junit },
      },
      session,
      notCounted: json.not_counted.map(({ id }) => id),
      texts: await Promise.all(['md', 'html', 'junit'].map(async (format) => (await report(format)).body)),
    }
  }

  describe('ten good answers at once', () => {
    covers('A4.23')
    it.each(['direct_post', 'direct_post.jwt'])('end the session once (%s)', async (response_mode) => {
      const presenter = await createHandPresenter(service, credential, { response_mode })
      const payload = presenter.payload()
      const answers = await Promise.all(Array.from({ length: 10 }, () => presenter.answer(payload)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(400)])
      const refused = answers.filter(({ status }) => status === 400)
      expect(new Set(refused.map((answer) => answer.object().error))).toEqual(new Set(['response_already_received']))

      const { session, word, counting } = await saidOf(presenter)
      expect(session.status).toBe('presentation_validated')
      // Each further answer is a warning.
      expect([word, counting.headline.id]).toEqual(['pass', 'passed_with_warnings'])
      expect(session.checks.conformance.filter(({ status }) => status === 'fail')).toEqual([])
      expect(session.checks.presentation_valid).toBe(true)
      expect(session.exchanges.map(({ response }) => response.status).sort()).toEqual([
        200,
        ...Array<number>(9).fill(400),
      ])
      expect(session.events.filter(({ type }) => type === 'vp_response_replayed')).toHaveLength(9)
    })

    it('a bad answer after a good one changes no verdict, and is on record', async () => {
      const presenter = await createHandPresenter(service, credential)
      expect((await presenter.answer(presenter.payload())).status).toBe(200)
      const before = await saidOf(presenter)
      expect(before.word).toBe('pass')
      const bad = presenter.payload({ keyBinding: (draft) => Object.assign(draft, { key: generateKey() }) })
      expect((await presenter.answer(bad)).object().error).toBe('response_already_received')
      const after = await saidOf(presenter)
      expect(after.counting).toEqual(before.counting)
      expect(after.session.exchanges).toHaveLength(before.session.exchanges.length + 1)
      expect(after.session.events.at(-1)?.type).toBe('vp_response_replayed')

      const told = after.session.checks.conformance.filter(({ softened }) => softened === 'after_end')
      expect(told.map(({ id, status, exchange_id }) => [id, status, exchange_id])).toEqual([
        ['vp.response.single_use', 'warn', after.session.exchanges.at(-1)?.id],
      ])
      expect(after.notCounted).toEqual(['vp.response.single_use'])
      for (const text of after.texts) expect(text).toContain('After the session ended, not counted')
      expect(before.texts.join()).not.toContain('not counted')
    })
  })

  describe('a fetch of the request after a good answer', () => {
    it.each([
      ['by the wrong method', { method: 'POST', headers: [['Accept', 'application/oauth-authz-req+jwt']], suffix: '' }],
      ['with personal data in its address', { method: 'GET', headers: [], suffix: '?email=x@example.com' }],
    ] as const)('%s breaks no rule that counts', async (_, { method, headers, suffix }) => {
      const presenter = await createHandPresenter(service, credential)
      expect((await presenter.answer(presenter.payload())).status).toBe(200)
      const before = await saidOf(presenter)
      const path = `${new URL(String(presenter.created.request_uri)).pathname}${suffix}`
      expect(
        (await presenter.http({ method, path, headers: headers.map(([name, value]) => [name, value]) })).status,
      ).toBe(404)
      const after = await saidOf(presenter)
      expect([after.word, after.session.status, after.session.checks.summary.must]).toEqual([
        before.word,
        before.session.status,
        before.session.checks.summary.must,
      ])
      expect(after.session.exchanges).toHaveLength(before.session.exchanges.length + 1)
      expect(after.notCounted).not.toEqual([])
    })
  })

  describe('errors that come together', () => {
    it('are five failed checks, each at its subject', async () => {
      const query = (id: string, name: string) => ({
        id,
        format: 'dc+sd-jwt',
        meta: { vct_values: ['urn:eudi:pid:1'] },
        claims: [{ path: [name] }],
      })
      const presenter = await createHandPresenter(service, credential, {
        dcql_query: { credentials: [query('first', 'family_name'), query('second', 'given_name')] },
      })
      const first = presenter.present({
        keyBinding: ({ header, claims }) => {
          Object.assign(header, { typ: 'JWT' })
          Object.assign(claims, { aud: 'https://somebody.example', mood: 'fine' })
        },
      })
      const second = presenter.present(
        { keyBinding: ({ claims }) => Object.assign(claims, { nonce: 'of-nobody', iat: Number(claims.iat) + 600 }) },
        1,
      )
      const answer = await presenter.answer({
        vp_token: { first: [first], second: [second] },
        state: presenter.request.state,
        presentation_submission: {},
      })
      expect(answer.status).toBe(400)
      expect(answer.object().error).toBe('invalid_presentation')
      const { checks } = await presenter.view()
      const failed = checks.conformance.filter(({ status, level }) => status === 'fail' && level === 'must')
      expect(failed.map(({ id, subject }) => [id, subject?.query_id ?? null, subject?.index ?? null])).toEqual([
        ['vp.response.no_presentation_submission', null, null],
        ['vp.kb.typ', 'first', 0],
        ['vp.kb.iat_window', 'second', 0],
        ['vp.kb.aud', 'first', 0],
        ['vp.kb.nonce', 'second', 0],
      ])
      expect(failed.filter(({ rejected }) => rejected).map(({ id }) => id)).toEqual(['vp.kb.typ'])
    })
  })
})

describe('races in a laboratory', () => {
  /** Of two simultaneous requests that decide the same thing one wins, whatever the other has read by then. */
  const service = serviceForTests()

  const open = (laboratory: JsonRecord) =>
    createHandWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only', laboratory })

  /** Sends `slow`; between its decision and its commit sends `fast` and waits for the response. */
  async function overtaken(slow: () => Promise<HttpAnswer>, fast: () => Promise<HttpAnswer>) {
    const { store } = service.container.ports
    const { commit } = store
    const first: HttpAnswer[] = []
    Object.assign(store, {
      commit: async (decided: Commit) => {
        Object.assign(store, { commit })
        first.push(await fast())
        return commit(decided)
      },
    })
    try {
      const second = await slow()
      const [one] = first
      if (one === undefined) throw new Error('The request was never overtaken.')
      return { fast: one, slow: second }
    } finally {
      Object.assign(store, { commit })
    }
  }

  it('an issuer that this process made is known without storage, and one that it did not make is not', async () => {
    const { laboratorySessions: known, store } = service.container.ports
    const { oneTimeValue } = store
    const asked: string[] = []
    Object.assign(store, {
      oneTimeValue: (...[kind, digest]: Parameters<typeof oneTimeValue>) => {
        asked.push(kind)
        return oneTimeValue(kind, digest)
      },
    })
    try {
      const wallet = await open({})
      const metadata = new URL(wallet.created.issuer_identifier).pathname
      const fetched = async () =>
        (await wallet.http({ path: `/.well-known/openid-credential-issuer${metadata}` })).status
      expect([await fetched(), asked.includes('laboratory')]).toEqual([200, false])
      if (known instanceof LRUCache) known.clear()
      expect([await fetched(), asked.includes('laboratory')]).toEqual([200, true])
    } finally {
      Object.assign(store, { oneTimeValue })
    }
  })

  const refresh = (wallet: HandWallet, token: string) =>
    wallet.requestToken({
      form: (form) => {
        form.delete('pre-authorized_code')
        form.set('grant_type', 'refresh_token')
        form.set('refresh_token', token)
      },
    })

  it.each(['none', 'every'])('a refresh is lost to the revocation that overtakes it: rotation %s', async (rotation) => {
    const wallet = await open({ refresh: { rotation } })
    const given = (await wallet.requestToken()).object() as { access_token: string; refresh_token: string }
    const { fast, slow } = await overtaken(
      () => refresh(wallet, given.refresh_token),
      () => wallet.requestToken(),
    )
    expectError(fast, 400, 'invalid_grant')
    expectError(slow, 400, 'invalid_grant')
    expect((await wallet.view()).events.map(({ type }) => type)).not.toContain('token_refreshed')
  })

  it('a revocation that a refresh overtakes ends the new token too', async () => {
    const wallet = await open({ refresh: {} })
    const given = (await wallet.requestToken()).object() as { access_token: string; refresh_token: string }
    const { fast, slow } = await overtaken(
      () => wallet.requestToken(),
      () => refresh(wallet, given.refresh_token),
    )
    expect([fast.status, slow.status]).toEqual([200, 400])
    const accessToken = String(fast.object().access_token)
    expectError(await wallet.requestCredential({ accessToken }), 401, 'invalid_token')
  })

  it.each(['issue', 'deny', 'lose'])(
    'a transaction is decided once, by the tester or by a request: %s',
    async (outcome) => {
      for (const first of ['tester', 'wallet']) {
        const wallet = await open({ deferred: { pending: 0, interval: 1, outcome } })
        const token = await wallet.obtainToken()
        const { transaction_id } = (await wallet.requestCredential()).object()
        const [transaction] = (await wallet.view()).laboratory?.transactions ?? []
        const post = (path: string, body: JsonRecord, headers: [string, string][] = []) =>
          wallet.http(jsonPost(path, body, headers))
        const poll = () =>
          post(wallet.path('deferred'), { transaction_id }, [
            ['Authorization', `DPoP ${token}`],
            ['DPoP', wallet.dpop('deferred', token)],
          ])
        const decided = outcome === 'deny' ? 'issue' : 'deny'
        const decide = () =>
          post(`/sessions/${wallet.created.session_id}/laboratory/transactions`, {
            transaction: transaction?.transaction ?? '',
            outcome: decided,
          })
        const told = { issue: 200, deny: 'credential_request_denied', lose: 'invalid_transaction_id' }
        const cameTo = ({ status, object }: HttpAnswer) => (status === 200 ? 200 : object().error)
        if (first === 'tester') {
          const { fast, slow } = await overtaken(poll, decide)
          expect([fast.status, cameTo(slow)]).toEqual([200, told[decided]])
        } else {
          const { fast, slow } = await overtaken(decide, poll)
          expect(cameTo(fast)).toBe(told[outcome as keyof typeof told])
          expectError(slow, 409, 'transaction_decided')
        }
        const { events } = await wallet.view()
        expect(events.filter(({ type }) => type === 'deferred_decided')).toHaveLength(first === 'tester' ? 1 : 0)
        expect(events.filter(({ type }) => type === 'deferred_polled')).toHaveLength(1)
      }
    },
  )
})
