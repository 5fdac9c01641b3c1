import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CampaignView } from '@/lib/core/campaigns/z-campaign'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { covers } from '@/lib/testing/covers'
import { expectError } from '@/lib/testing/expect-refusal'
import { expectWholeEvidence, numberRequests } from '@/lib/testing/expect-whole-evidence'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import {
  createHttpClient,
  type HttpClient,
  type HttpRequest,
  type JsonRecord,
  jsonPost,
} from '@/lib/testing/http-client'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { holdStorage, webReady } from '@/lib/testing/strike'
import { startWebProcess, type WebProcess } from '@/lib/testing/web-process'
import { type CampaignSession, campaignClient } from '@/lib/wallet/campaign/campaign-client'
import { runCampaign } from '@/lib/wallet/campaign/run-campaign'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { SendHttp } from '@/lib/wallet/http/wire'
import type { IssuerRun } from '@/lib/wallet/issuer/run'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { generateKey } from '@/lib/wallet/jose/key'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { thorough } from '@/scripts/thorough.mjs'

/** What must survive a killed process. */
let pocketBase: TestPocketBase
let web: WebProcess
beforeAll(async () => {
  pocketBase = await startPocketBase()
  web = await startWebProcess({ pocketBase })
})
afterAll(async () => {
  await web.remove()
  await pocketBase.remove()
})

/** More than the client's 64 connections, so that all are busy when the process is killed. */
const flowsInParallel = thorough ? 200 : 80
/** Two processes share them, and only PocketBase is killed. */
const flowsOfTwo = thorough ? flowsInParallel : 40
/** Slightly less than half of all: a whole flow of this wallet takes five requests. */
const answersBeforeStrike = 2.25

/** Runs a whole flow; `onStart` gets its wallet as soon as it exists. */
async function issue(http: HttpClient, onStart: (wallet: HandWallet) => void = () => undefined): Promise<void> {
  const wallet = await createHandWallet(web, {}, http)
  onStart(wallet)
  await wallet.obtainToken()
  expect((await wallet.requestCredential()).status).toBe(200)
}

/** Runs many flows at once, and kills the process when nearly half of their requests are answered. */
async function driveFlows(
  strike: () => Promise<void>,
  { client = createHttpClient(web.baseUrl), flows = flowsInParallel } = {},
) {
  let struck: Promise<void> | null = null
  const http = numberRequests(client, (count) => {
    if (count >= flows * answersBeforeStrike) struck ??= strike()
  })
  const wallets: HandWallet[] = []
  const flow = () => issue(http, (wallet) => void wallets.push(wallet))
  const ends = await Promise.allSettled(Array.from({ length: flows }, flow))
  expect(struck).not.toBeNull()
  await struck
  await webReady(http)
  return { http, wallets, finished: ends.filter(({ status }) => status === 'fulfilled').length }
}

/** Interrupted sessions continue from the state in storage. */
async function expectUsable({ wallets }: Awaited<ReturnType<typeof driveFlows>>): Promise<void> {
  for (const wallet of wallets.slice(-15)) {
    const before = await wallet.view()
    const hasToken = before.events.some(({ type }) => type === 'token_issued')
    const answer = await wallet.requestToken()
    expect(answer.status).toBe(hasToken ? 400 : 200)
    if (hasToken) expect(answer.object().error).toBe('invalid_grant')
  }
}

// A busy machine takes minutes for so many flows.
describe('kill -9 in the middle of parallel flows', { timeout: 400_000 }, () => {
  // In `npm test`, two web processes show what PocketBase alone loses (below), and so does
  // `verifier-durability.test.ts`.
  if (thorough)
    it('of PocketBase loses nothing that was answered, and leaves no session half there', async () => {
      const driven = await driveFlows(async () => {
        await pocketBase.end('SIGKILL')
        await pocketBase.start()
      })
      await expectWholeEvidence(pocketBase, driven.http.answered)
      await expectUsable(driven)
      driven.http.close()
    })

  // In `npm test`, `verifier-durability.test.ts` shows what the web process alone loses.
  it.each([
    ...(thorough ? [['the web process', () => web.start()] as const] : []),
    [
      'both at the same moment',
      async () => {
        await pocketBase.end('SIGKILL')
        await pocketBase.start()
        await web.start()
      },
    ] as const,
  ])('of %s loses nothing that was answered, and leaves no session half there', async (_name, startAgain) => {
    const driven = await driveFlows(async () => {
      await holdStorage({ pocketBase, web })
      await web.end('SIGKILL')
      pocketBase.process().kill('SIGCONT')
      await startAgain()
    })
    expect(driven.finished).toBeLessThan(flowsInParallel)
    await expectWholeEvidence(pocketBase, driven.http.answered)
    await expectUsable(driven)
    driven.http.close()
  })
})

describe('two web processes on one PocketBase', { timeout: 400_000 }, () => {
  let twin: WebProcess
  beforeAll(async () => {
    twin = await startWebProcess({ pocketBase, env: { DATA_DIR: web.dataDir, BASE_URL: web.baseUrl } })
  })
  afterAll(() => twin.remove())

  /** Sends requests alternately to the two processes, regardless of session. */
  const betweenBoth = (): HttpClient => {
    const clients = [createHttpClient(web.baseUrl), createHttpClient(twin.ownUrl)]
    const { host } = new URL(web.baseUrl)
    let count = 0
    const send = (request: HttpRequest) => {
      const client = clients[count++ % 2]
      if (client === undefined) throw new Error('There are two.')
      return client({ ...request, headers: [...(request.headers ?? []), ['Host', host]] })
    }
    const close = () => {
      for (const client of clients) client.close()
    }
    return Object.assign(send, { close })
  }

  it('serve each flow together, and a killed PocketBase takes nothing that either answered', async () => {
    const driven = await driveFlows(
      async () => {
        await pocketBase.end('SIGKILL')
        await pocketBase.start()
      },
      { client: betweenBoth(), flows: flowsOfTwo },
    )
    // How many of the others finish depends on how long PocketBase takes to start.
    await Promise.all(Array.from({ length: 10 }, () => issue(driven.http)))
    await expectWholeEvidence(pocketBase, driven.http.answered)
    await expectUsable(driven)
    driven.http.close()
  })

  it('take one answer of a presentation, whichever of them is asked, and both read the same back', async () => {
    const { credentials } = await obtainCredential({ origin: web.baseUrl, http: createNodeClient() })
    const http = betweenBoth()
    const presenter = await createHandPresenter(web, credentials[0] as HeldCredential, {}, http)
    for (let count = 0; count < 2; count++) expect((await http({ path: presenter.requestPath })).status).toBe(200)
    const payload = presenter.payload()
    const answers = await Promise.all(Array.from({ length: 10 }, () => presenter.answer(payload)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(400)])
    const views = [await presenter.view(), await presenter.view()]
    expect(views[0]).toEqual(views[1])
    expect([views[0]?.status, views[0]?.exchanges.length]).toEqual(['presentation_validated', 12])
    http.close()
  })
})

/** A promise with its resolver. */
/** The path of hosted type metadata with the hash of others, whose own hash stands in credentials. SDJWTVC19-6 */
async function hostedType(http: HttpClient): Promise<string> {
  const type = { format: 'dc+sd-jwt', claims: { seat: 'Test seat 1' } }
  const child = { ...type, id: 'child', extends: 'parent', integrity: true }
  const created = await http(jsonPost('/sessions', { laboratory: { credentials: [child, { ...type, id: 'parent' }] } }))
  return `${new URL(String(created.object().issuer_identifier)).pathname}/types/1`
}

function gate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), opened }
}

describe('a restart', () => {
  /** A wallet that was told to return after its access token expires, and the end of the restarts meanwhile. */
  let returning: { readonly created: JsonRecord; readonly run: Promise<IssuerRun>; readonly restarted: () => void }
  beforeAll(async () => {
    const http = createHttpClient(web.baseUrl)
    const laboratory = { access_token_seconds: 10, deferred: { interval: 15, pending: 0 }, refresh: {} }
    const headers: [string, string][] = [['Content-Type', 'application/json']]
    const created = (
      await http({ method: 'POST', path: '/sessions', headers, body: JSON.stringify({ laboratory }) })
    ).object()
    const restarts = gate()
    const waits = gate()
    const run = runAtIssuer({
      deeplink: String(created.deeplink),
      wait: (millis) => {
        waits.open()
        return Promise.all([pause(millis), restarts.opened])
      },
    })
    await Promise.race([waits.opened, run])
    returning = { created, run, restarted: restarts.open }
    http.close()
  })

  covers('C4')
  it.each([
    ['of the web process', () => web.end('SIGTERM').then(() => web.start())],
    ['of PocketBase', () => pocketBase.end('SIGTERM').then(() => pocketBase.start())],
  ])('%s in the middle of a flow does not end the flow (N104)', async (_name, restart) => {
    const wallet = await createHandWallet(web)
    const accessToken = await wallet.obtainToken()
    const nonce = await wallet.freshNonce()
    const type = await hostedType(wallet.http)
    const { body: before } = await wallet.http({ path: type })
    await restart()
    await webReady(wallet.http)
    // Credentials have the hash of these octets.
    expect((await wallet.http({ path: type })).body).toBe(before)
    expect((await wallet.requestCredential({ accessToken, nonce })).status).toBe(200)
    const session = await wallet.view()
    expect(session.status).toBe('credential_issued')
    expect(session.exchanges.map(({ operation }) => operation)).toEqual([
      'getSessionOffer',
      'requestToken',
      'requestNonce',
      'requestCredential',
    ])
    expect((await wallet.requestToken()).object().error).toBe('invalid_grant')
  })

  describe('of everything at once', () => {
    /** Sends what wallets send before the restart, whose responses may be lost with it; returns the ledger. */
    const prepare = async () => {
      const token = await createHandWallet(web)
      await token.obtainToken()
      const credential = await createHandWallet(web)
      const accessToken = await credential.obtainToken()
      const nonce = await credential.freshNonce()
      expect((await credential.requestCredential({ accessToken, nonce })).status).toBe(200)

      const open = (laboratory: JsonRecord) =>
        createHandWallet(web, { issuer_configuration_id: 'eu-pid-jwt-proof-only', dpop_nonce: 'off', laboratory })
      const refreshing = await open({ refresh: { rotation: 'every' } })
      const { refresh_token: refreshToken } = (await refreshing.requestToken()).object()
      const refresh = () =>
        refreshing.requestToken({
          form: (form) => {
            form.delete('pre-authorized_code')
            form.set('grant_type', 'refresh_token')
            form.set('refresh_token', String(refreshToken))
          },
        })
      expect((await refresh()).status).toBe(200)
      const deferring = async (outcome: string) => {
        const wallet = await open({ deferred: { interval: 1, pending: 0, outcome } })
        const bearer = await wallet.obtainToken()
        const body = (await wallet.requestCredential({ accessToken: bearer })).body
        const poll = () => {
          const proof = wallet.dpop('deferred', bearer)
          const headers: [string, string][] = [
            ['Content-Type', 'application/json'],
            ['Authorization', `DPoP ${bearer}`],
            ['DPoP', proof],
          ]
          return wallet.http({ method: 'POST', path: wallet.path('deferred'), headers, body })
        }
        return { ...wallet, poll }
      }
      const [issued, denied] = await Promise.all([deferring('issue'), deferring('deny')])
      expect((await issued.poll()).status).toBe(200)
      expect((await denied.poll()).object().error).toBe('credential_request_denied')
      return { token, credential, accessToken, nonce, refreshing, refresh, issued, denied, ledger: await ledger() }
    }
    const ledger = async () => {
      const http = createHttpClient(web.baseUrl)
      const records = (await http({ path: '/oid4vci/requests' })).json()
      http.close()
      return records
    }
    let before: Awaited<ReturnType<typeof prepare>>
    beforeAll(async () => {
      before = await prepare()
      await web.end('SIGKILL')
      await pocketBase.end('SIGKILL')
      await pocketBase.start()
      await web.start()
    })

    covers('C4')
    it('keeps the ledger', async () => {
      expect(await ledger()).toEqual(before.ledger)
    })

    it('blames no wallet for a response that may have got lost with it', async () => {
      const { token, credential, accessToken, nonce } = before
      const failed = async ({ view }: HandWallet) =>
        (await view()).checks.conformance
          .filter(({ id, status }) => status === 'fail' && id !== 'vci.client_auth.present')
          .map(({ id }) => id)
      // The wallet never saw the token or its nonce, and starts over with another key.
      const key = generateKey()
      const again = await token.requestToken({
        dpop: (draft) => Object.assign(draft, { key, header: { ...draft.header, jwk: key.publicJwk } }),
      })
      expect(again.object().error).toBe('invalid_grant')
      expect(await failed(token)).toEqual([])
      expect((await credential.requestCredential({ accessToken, nonce })).object().error).toBe('invalid_nonce')
      expect((await credential.requestCredential({ accessToken })).status).toBe(200)
      // It uses no DPoP nonces, and reuses its key.
      const others = (await failed(credential)).filter((id) => !/nonce_adopted|key_per_credential/.test(id))
      expect(others).toEqual([])
    })

    it('blames no wallet for a refresh token or a deferred credential that may have got lost with it', async () => {
      const { refreshing, refresh, issued, denied } = before
      // No wallet saw the last response.
      expect((await refresh()).object().error).toBe('invalid_grant')
      expect((await issued.poll()).object().error).toBe('invalid_transaction_id')
      expect((await denied.poll()).object().error).toBe('credential_request_denied')
      const held = async ({ view }: HandWallet) =>
        (await view()).checks.conformance
          .filter(
            ({ id, status }) => /^vci\.(?:refresh|deferred)\./.test(id) && (status === 'fail' || status === 'warn'),
          )
          .map(({ id, status, cause }) => [id, status, cause])
      const lost = expect.stringContaining('restart')
      expect(await held(refreshing)).toEqual([['vci.refresh.token_known', 'warn', lost]])
      // They return earlier than they were told to.
      const others = async (wallet: HandWallet) => (await held(wallet)).filter(([id]) => id !== 'vci.deferred.interval')
      expect(await others(issued)).toEqual([['vci.deferred.transaction_known', 'warn', lost]])
      expect(await others(denied)).toEqual([])
      // They do see this response.
      await denied.poll()
      expect(await others(denied)).toEqual([['vci.deferred.stops', 'fail', undefined]])
    })
  })

  it('keeps what was deferred for longer than the access token lasts, and the refresh token that gets it', async () => {
    const { created, run: waiting, restarted } = returning
    restarted()
    const run = await waiting
    expect([run.outcome, run.reason]).toEqual(['credential_stored', null])
    const asked = run.log.map(({ step }) => step).filter((step) => step === 'refresh' || step === 'deferred')
    expect([...new Set(asked)]).toEqual(['refresh', 'deferred'])
    const http = createHttpClient(web.baseUrl)
    const { checks, status } = (await http({ path: `/sessions/${created.session_id}` })).json() as IssuanceSessionView
    expect(status).toBe('credential_accepted')
    expect(checks.conformance.filter((entry) => entry.status === 'fail')).toEqual([])
    expect(checks.conformance.find(({ id }) => id === 'vci.deferred.refreshes')).toMatchObject({ status: 'pass' })
    http.close()
  }, 60_000)
})

describe('while PocketBase is down', () => {
  covers('A2.2', 'D19')
  it('requests are answered 503 with Retry-After, health stays 200, and all continues when it is back', async () => {
    const wallet = await createHandWallet(web)
    const { http } = wallet
    await pocketBase.end('SIGKILL')
    const paths = [
      ['POST', '/sessions'],
      ['GET', `/sessions/${wallet.created.session_id}`],
      ['GET', '/.well-known/openid-credential-issuer/issuers/eu-pid-device-bound'],
      ['GET', new URL(wallet.created.offer_url).pathname],
      ['POST', wallet.path('nonce')],
      ['POST', `${wallet.path('token')}/nothing-here`],
    ] as const
    const answers = await Promise.all([wallet.requestToken(), ...paths.map(([method, path]) => http({ method, path }))])
    for (const answer of answers) {
      expectError(answer, 503, 'temporarily_unavailable')
      expect(Number(answer.header('retry-after'))).toBeGreaterThan(0)
    }
    expect((await http({ path: '/healthz' })).json()).toEqual({ status: 'ok' })
    const readiness = await http({ path: '/readyz' })
    expect({ status: readiness.status, body: readiness.json() }).toEqual({
      status: 503,
      body: {
        status: 'unavailable',
        parts: { pocketbase: false, temporal: null, worker: null },
        problem: 'PocketBase does not respond.',
      },
    })
    await pocketBase.start()
    await webReady(http)
    await wallet.obtainToken()
    expect((await wallet.requestCredential()).status).toBe(200)
    expect((await wallet.view()).exchanges.filter(({ operation }) => operation === 'requestToken')).toHaveLength(1)
  })
})

describe('kill -9 in the middle of a campaign', { timeout: 400_000 }, () => {
  it('of the service, its storage and the wallet loses no result, and it continues where it was', async () => {
    const http = createHttpClient(web.baseUrl)
    const presets = ['sd_jwt_baseline', 'unknown_parameter', 'fault.no_expires_in', 'bad_signature']
    const body = JSON.stringify({ wallet: { name: 'Quillfern', version: '2.4.1' }, presets })
    const headers: [string, string][] = [['Content-Type', 'application/json']]
    const created = (await http({ method: 'POST', path: '/campaigns', headers, body })).object()
    const url = `${web.baseUrl}/campaigns/${created.campaign_id}`
    const send = createNodeClient()
    const client = campaignClient(url, { http: send, patienceMillis: 60_000 })

    let preset = ''
    let restarted: Promise<void> | null = null
    let ofKilled = 0
    const dangerous: SendHttp = async (request) => {
      if (preset === 'unknown_parameter' && request.method === 'POST' && restarted === null) {
        await Promise.all([web.end('SIGKILL'), pocketBase.end('SIGKILL')])
        const answer = send(request)
        restarted = answer.then(
          () => undefined,
          () => pocketBase.start().then(() => web.start()),
        )
        return answer
      }
      if (preset === 'fault.no_expires_in' && ++ofKilled > 4) throw new Error('killed')
      return send(request)
    }
    const killed = {
      ...client,
      again: (wanted: string) =>
        wanted === 'fault.no_expires_in' ? Promise.reject(new Error('killed')) : client.again(wanted),
    }
    const onStart = async (session: CampaignSession) => {
      preset = session.preset
    }
    const common = { origin: web.baseUrl, onStart }
    await expect(runCampaign({ ...common, client: killed, http: dangerous })).rejects.toThrow('killed')
    expect(restarted).not.toBeNull()
    await restarted

    const ended = await runCampaign({ ...common, client, http: send })
    expect(ended.session).toBeNull()
    const view = (await http({ path: new URL(url).pathname })).object() as unknown as CampaignView
    expect([view.status, view.verdict]).toEqual(['finished', 'pass'])
    // Completed steps are not repeated; interrupted ones are.
    expect(view.steps.map((step) => [step.preset, step.verdict, step.earlier.length])).toEqual([
      ['sd_jwt_baseline', 'pass', 0],
      ['unknown_parameter', 'pass', 1],
      ['fault.no_expires_in', 'pass', 1],
      ['bad_signature', 'pass', 0],
    ])
    http.close()
  })
})
