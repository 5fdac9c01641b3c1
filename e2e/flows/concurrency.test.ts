import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { createHttpClient, type HttpClient, type JsonRecord } from '@/lib/testing/http-client'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { startService, type TestService } from '@/lib/testing/service'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { type SendHttp, setHeader } from '@/lib/wallet/http/wire'
import { createKeyAttester } from '@/lib/wallet/issuer/credential/attester'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

/** Many wallets at once, each with its own HTTP client, over real storage. */
let pocketBase: TestPocketBase
let service: TestService
let http: HttpClient
beforeAll(async () => {
  pocketBase = await startPocketBase()
  service = await startService({ pocketBase, env: { LEDGER_SIZE: '5000' } })
  http = createHttpClient(service.baseUrl)
})
afterAll(async () => {
  http.close()
  await service.close()
  await pocketBase.remove()
})

const wallets = 50
const send = createNodeClient()

/** The reference wallet with its own User-Agent, which distinguishes requests without a session. */
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
