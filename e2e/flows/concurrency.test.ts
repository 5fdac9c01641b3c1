import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issuerFlow } from '@/components/inspector/model/flows/issuer'
import { inspectSession } from '@/components/inspector/model/inspect-session'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { covers } from '@/lib/testing/covers'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHandCodeWallet, type HandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import type { HttpAnswer, JsonRecord } from '@/lib/testing/http-client'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { type SendHttp, setHeader, type WireRequest } from '@/lib/wallet/http/wire'
import { createKeyAttester } from '@/lib/wallet/issuer/credential/attester'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

describe('flows in parallel', () => {
  /** Many wallets at once, each with its own HTTP client, over real storage. */
  let pocketBase: TestPocketBase
  beforeAll(async () => {
    pocketBase = await startPocketBase()
  })
  afterAll(() => pocketBase.remove())
  const service = serviceForTests(() => ({ pocketBase, env: { LEDGER_SIZE: '5000' } }))
  const { http } = service

  const wallets = 50
  const send = createNodeClient()

  /** The reference wallet with its own User-Agent, which tells apart requests without a session. */
  const named =
    (name: string): SendHttp =>
    (request) => {
      setHeader(request.headers, 'User-Agent', name)
      return send(request)
    }

  describe('50 wallets at the same time', () => {
    it('all get their credential, and each session holds the requests of its own wallet and no other', async () => {
      const attester = await createKeyAttester(Date.now())
      const flow = async (index: number) => {
        const request = {
          flow: 'pre_authorized_code',
          issuer_configuration_id: index % 2 ? 'eu-pid-device-bound' : 'eu-pid-jwt-proof-only',
          credential_offer_mode: index % 4 < 2 ? 'credential_offer' : 'credential_offer_uri',
        }
        const created = (await http({ method: 'POST', path: '/sessions', body: JSON.stringify(request) })).object()
        const agent = `wallet-${index}`
        const run = await runAtIssuer({ deeplink: String(created.deeplink), attester, http: named(agent) })
        return { agent, run, sessionId: String(created.session_id) }
      }
      const flows = await Promise.all(Array.from({ length: wallets }, (_, index) => flow(index)))
      expect(new Set(flows.map(({ sessionId }) => sessionId)).size).toBe(wallets)

      for (const { agent, run, sessionId } of flows) {
        expect(run.reason).toBeNull()
        expect(run.outcome).toBe('credential_stored')
        const session = (await http({ path: `/sessions/${sessionId}` })).json() as IssuanceSessionView
        expect(session.status).toBe('credential_accepted')
        expect(session.checks.summary.verdict).toBe('pass')
        expect(session.observed.user_agents).toEqual([agent])
        expect(session.exchanges.map(({ method, path, response }) => `${method} ${path} ${response.status}`)).toEqual(
          run.log.map(({ method, url, status }) => `${method} ${new URL(url).pathname} ${status}`),
        )
        expect(session.observed.wallet_jwks.jwks?.keys.map(({ kid }) => kid)).toEqual(
          run.credentials.map(({ verified }) => verified.holderThumbprint),
        )
      }

      const ledger = (await http({ path: '/oid4vci/requests' })).json() as JsonRecord[]
      const sent = flows.reduce((count, { run }) => count + run.log.length, 0)
      expect(ledger).toHaveLength(sent)
      expect(new Set(ledger.map(({ id }) => id)).size).toBe(sent)
    })
  })
})

describe('mixed traffic', () => {
  /** One client with two sessions of one issuer: what it does in one must not affect the other. */
  const service = serviceForTests()

  const send = createNodeClient()

  interface Created {
    readonly session_id: string
    readonly deeplink: string
    readonly issuer_identifier: string
    readonly offer_url: string
  }

  async function create(offer = 'credential_offer'): Promise<Created> {
    const body = JSON.stringify({ flow: 'authorization_code', credential_offer_mode: offer })
    return (await fetch(`${service.baseUrl}/sessions`, { method: 'POST', body })).json()
  }

  /** Runs the reference wallet; `before` is called with each request before it is sent. */
  const run = ({ deeplink }: Created, before: (request: WireRequest) => Promise<void> = async () => {}) =>
    runAtIssuer({
      deeplink,
      clock: service.now,
      http: async (request) => {
        await before(request)
        return send(request)
      },
    })

  /** Runs the wallet under another name up to a refused pushed request that names no session. */
  const pushUnnamed = (userAgent: string, { deeplink }: Created) =>
    runAtIssuer({
      deeplink,
      misbehave: 'vci.par.dpop_present',
      clock: service.now,
      http: ({ headers, body, ...request }) =>
        send({
          ...request,
          headers: headers.map(([name, value]) => [name, name === 'User-Agent' ? userAgent : value]),
          body: body?.replace(/&?issuer_state=[^&]*/, '') ?? null,
        }),
    })

  /** Everything that counts or numbers, in the interface and on the page. */
  async function counted({ session_id: id }: Created) {
    const view: IssuanceSessionView = await (await fetch(`${service.baseUrl}/sessions/${id}`)).json()
    const { conformance: _findings, ...checks } = view.checks
    const { exchanges } = inspectSession(issuerFlow, { session: view, intended: {} })
    const numbers = exchanges.flatMap(({ number }) => number ?? [])
    const report = await (await fetch(`${service.baseUrl}/sessions/${id}/report?format=junit`)).text()
    const tests = ['<testcase ', '<failure', '<skipped'].map((tag) => report.split(tag).length - 1)
    return { status: view.status, checks, outcome: view.outcome, numbers, tests, recorded: view.recorded.exchanges }
  }

  /** A session whose wallet starts another one before the last step. `disturb` sends requests that name no session. */
  async function overlapped(disturb: (created: Created, userAgent: string) => Promise<void> = async () => {}) {
    const [slow, quick] = [await create(), await create()]
    await run(slow, async ({ url, headers }) => {
      if (url.endsWith('/credential')) await run(quick)
      const userAgent = headers.find(([name]) => name === 'User-Agent')?.[1] ?? ''
      if (url.endsWith('/notification')) await disturb(slow, userAgent)
    })
    return counted(slow)
  }

  describe('a session', () => {
    it('keeps verdict, counts and numbers when its client goes on to another session', async () => {
      const first = await create()
      expect((await run(first)).outcome).toBe('credential_stored')
      const alone = await counted(first)
      expect(alone).toMatchObject({ status: 'credential_accepted', checks: { summary: { mixed_traffic: false } } })
      const second = await create()
      await run(second)
      expect(await counted(first)).toEqual(alone)
      expect(await counted(second)).toMatchObject({
        status: alone.status,
        checks: { summary: { mixed_traffic: false } },
      })
    })

    it('keeps what named no session when its client starts again at once', async () => {
      const client: [string, string] = ['User-Agent', `wallet/${randomUUID()}`]
      const open = async () => {
        const created = await create('credential_offer_uri')
        await send({ method: 'GET', url: created.offer_url, headers: [client], body: null })
        return created
      }
      const first = await open()
      const { origin, pathname } = new URL(first.issuer_identifier)
      const metadata = `${origin}/.well-known/openid-credential-issuer${pathname}`
      expect((await send({ method: 'POST', url: metadata, headers: [client], body: null })).status).toBe(405)
      const alone = await counted(first)
      expect(alone.numbers).toEqual([1, 2])
      await open()
      expect(await counted(first)).toEqual(alone)
    })

    it('each gets the refused request that a client pushed without issuer_state', async () => {
      const userAgent = `wallet/${randomUUID()}`
      for (let attempt = 0; attempt < 3; attempt++) {
        const created = await create('credential_offer_uri')
        await pushUnnamed(userAgent, created)
        expect((await counted(created)).outcome).toMatchObject({ id: 'refused', sentence: 'A request was refused' })
      }
    })

    it('under way with another says so, and neither counts nor numbers what names neither', async () => {
      await overlapped()
      // From here on the wallet is known, so its actions in an earlier session are judged too.
      const usual = await overlapped()
      const disturbed = await overlapped(async ({ issuer_identifier }, userAgent) => {
        const { origin, pathname } = new URL(issuer_identifier)
        const metadata = `${origin}/.well-known/openid-credential-issuer${pathname}`
        const client: [string, string] = ['User-Agent', userAgent]
        expect((await send({ method: 'GET', url: metadata, headers: [client], body: null })).status).toBe(200)
        const form: [string, string] = ['Content-Type', 'application/x-www-form-urlencoded']
        const body =
          'client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer&client_assertion=a.b.c'
        const refused = await send({ method: 'POST', url: `${issuer_identifier}/par`, headers: [client, form], body })
        expect(refused.status).toBe(400)
      })
      expect(usual.checks.summary.mixed_traffic).toBe(true)
      expect(disturbed).toEqual({ ...usual, recorded: usual.recorded + 2 })
      expect(usual.numbers).toEqual(usual.numbers.map((_number, index) => index + 1))
    })
  })
})

describe('isolation of sessions', () => {
  /**
   * What one issuer configuration issued is refused by the other, stays valid at its own, and appears in its session.
   */
  const service = serviceForTests()

  const [db, jo] = ['eu-pid-device-bound', 'eu-pid-jwt-proof-only'] as const
  const directions = [
    [db, jo],
    [jo, db],
  ] as const
  const at = (id: string, url: string): string => {
    const { pathname, search } = new URL(url, service.baseUrl)
    return `${pathname}${search}`.replace(/\/(issuers|authorization-servers)\/[^/?]+/, `/$1/${id}`)
  }
  const form: [string, string] = ['Content-Type', 'application/x-www-form-urlencoded']
  const moved = (answer: HttpAnswer): void => expect([answer.status, answer.body]).toEqual([302, ''])

  /** Expects the session to record the other issuer's refusal and to say that the wallet went to the wrong issuer. */
  async function expectAstray(wallet: HandWallet, path: string): Promise<void> {
    const { exchanges, checks } = await wallet.view()
    expect(exchanges.at(-1)).toMatchObject({ path, correlation: 'exact' })
    expect(checks.conformance.find(({ id }) => id === 'vci.flow.issuer_isolation')).toMatchObject({ status: 'fail' })
  }

  /** A proof for an endpoint of the other issuer, so that only the handle is wrong. */
  const proofFor = (wallet: HandWallet, id: string, endpoint: string, accessToken?: string): string =>
    wallet.dpop(endpoint, accessToken, ({ claims }) => {
      claims.htu = `${service.baseUrl}/issuers/${id}/${endpoint}`
    })

  covers('A1.1')
  describe.each(directions)('of %s, at %s', (own, other) => {
    const open = (more = {}): Promise<HandCodeWallet> =>
      createHandCodeWallet(service, { issuer_configuration_id: own, ...more })
    const pre = (more = {}): Promise<HandWallet> => createHandWallet(service, { issuer_configuration_id: own, ...more })

    it('an offer', async () => {
      const wallet = await open({ credential_offer_mode: 'credential_offer_uri' })
      const path = at(other, wallet.created.offer_url)
      expectError(await wallet.http({ path }), 404, 'credential_offer_not_found')
      await expectAstray(wallet, path)
      expect((await wallet.view()).status).toBe('created')
      expect((await wallet.http({ path: at(own, wallet.created.offer_url) })).status).toBe(200)
    })

    it('an issuer_state', async () => {
      const wallet = await open()
      const stranger = await createHandCodeWallet(service, { issuer_configuration_id: other })
      const answer = await stranger.push({ form: (fields) => fields.set('issuer_state', wallet.issuerState) })
      expectError(answer, 400, 'invalid_request')
      await expectAstray(wallet, at(other, wallet.path('par')))
      expect((await wallet.push()).status).toBe(201)
    })

    it('a request_uri', async () => {
      const wallet = await open()
      const url = wallet.authorizeUrl(await wallet.pushed())
      expectError(await wallet.open(at(other, url)), 400, 'invalid_request_uri')
      await expectAstray(wallet, at(other, wallet.path('authorize')))
      moved(await wallet.open(url))
    })

    it('a state and a code of the chained server', async () => {
      const wallet = await open()
      const onward = (await wallet.open(wallet.authorizeUrl(await wallet.pushed()))).header('location') ?? ''
      expectError(await wallet.open(at(other, onward)), 400, 'invalid_request')
      await expectAstray(wallet, `/authorization-servers/${other}/authorize`)
      const back = (await wallet.open(onward)).header('location') ?? ''
      expectError(await wallet.open(at(other, back)), 400, 'invalid_request')
      await expectAstray(wallet, `/issuers/${other}/redirect`)
      moved(await wallet.open(back))
    })

    it('an authorization code', async () => {
      const wallet = await open()
      const code = await wallet.obtainCode()
      const answer = await wallet.http({
        method: 'POST',
        path: `/issuers/${other}/token`,
        headers: [form, ['DPoP', proofFor(wallet, other, 'token')]],
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          code_verifier: wallet.verifier,
          redirect_uri: wallet.redirectUri,
          client_id: wallet.clientId,
        }).toString(),
      })
      expectError(answer, 400, 'invalid_grant')
      await expectAstray(wallet, `/issuers/${other}/token`)
      expect((await wallet.redeem(code)).status).toBe(200)
    })

    it('a pre-authorized code', async () => {
      const wallet = await pre()
      const answer = await wallet.http({
        method: 'POST',
        path: `/issuers/${other}/token`,
        headers: [form, ['DPoP', proofFor(wallet, other, 'token')]],
        body: new URLSearchParams({
          grant_type: 'urn:ietf:params:oauth:grant-type:pre-authorized_code',
          'pre-authorized_code': wallet.code,
        }).toString(),
      })
      expectError(answer, 400, 'invalid_grant')
      await expectAstray(wallet, `/issuers/${other}/token`)
      expect((await wallet.requestToken()).status).toBe(200)
    })

    it('an access token', async () => {
      const wallet = await pre()
      const accessToken = await wallet.obtainToken()
      const answer = await wallet.http({
        method: 'POST',
        path: `/issuers/${other}/credential`,
        headers: [
          ['Content-Type', 'application/json'],
          ['Authorization', `DPoP ${accessToken}`],
          ['DPoP', proofFor(wallet, other, 'credential', accessToken)],
        ],
        body: '{}',
      })
      expectError(answer, 401, 'invalid_token')
      await expectAstray(wallet, `/issuers/${other}/credential`)
      // An invalid token changes nothing: no credential was requested with a valid one.
      expect((await wallet.view()).status).toBe('token_issued')
      expect((await wallet.requestCredential()).status).toBe(200)
    })

    it('a c_nonce', async () => {
      const wallet = await createHandWallet(service, { issuer_configuration_id: other })
      await wallet.obtainToken()
      const foreign = String((await wallet.http({ method: 'POST', path: `/issuers/${own}/nonce` })).object().c_nonce)
      expectError(await wallet.requestCredential({ nonce: foreign }), 400, 'invalid_nonce')
      const home = await pre()
      await home.obtainToken()
      expect((await home.requestCredential({ nonce: foreign })).status).toBe(200)
    })

    it('a DPoP nonce', async () => {
      const [wallet, stranger] = await Promise.all(
        [own, other].map((id) =>
          createHandCodeWallet(service, { issuer_configuration_id: id, dpop_nonce: 'required' }),
        ),
      )
      const nonce = (await wallet!.push()).header('dpop-nonce')
      const adopt = { dpop: ({ claims }: { claims: Record<string, unknown> }) => void Object.assign(claims, { nonce }) }
      expectError(await stranger!.push(adopt), 400, 'use_dpop_nonce')
      expect((await wallet!.push(adopt)).status).toBe(201)
    })

    it('a notification_id, with the token of either', async () => {
      const wallet = await pre()
      const accessToken = await wallet.obtainToken()
      const id = String((await wallet.requestCredential()).object().notification_id)
      const stranger = await createHandWallet(service, { issuer_configuration_id: other })
      const foreignToken = await stranger.obtainToken()
      const notify = (sender: HandWallet, token: string, issuer: string) =>
        wallet.http({
          method: 'POST',
          path: `/issuers/${issuer}/notification`,
          headers: [
            ['Content-Type', 'application/json'],
            ['Authorization', `DPoP ${token}`],
            ['DPoP', proofFor(sender, issuer, 'notification', token)],
          ],
          body: JSON.stringify({ notification_id: id, event: 'credential_failure' }),
        })
      expectError(await notify(stranger, foreignToken, other), 400, 'invalid_notification_id')
      expectError(await notify(wallet, accessToken, other), 401, 'invalid_token')
      await expectAstray(wallet, `/issuers/${other}/notification`)
      expect((await wallet.view()).status).toBe('credential_issued')
      expect((await wallet.view()).observed.notification).toBeNull()
      expect((await notify(wallet, accessToken, own)).status).toBe(204)
    })
  })
})
