import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpClient, type HttpClient } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import { redOf, verifierSessions } from '@/lib/testing/verifier-sessions'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { SendHttp } from '@/lib/wallet/http/wire'
import { createCredentialMaker } from '@/lib/wallet/testing/credential-maker'
import { holdCredential } from '@/lib/wallet/testing/presenting-wallet'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

/** The service behind a proxy that speaks both https and plain http, and says which. */
const host = 'capture.example'
const request = { negative_test: 'request_uri_http', refusal_wait: 5 }
const careless = 'vp.negative.rejected~request_uri_http'

let service: TestService
let http: HttpClient
let credentials: HeldCredential[]
beforeAll(async () => {
  service = await startService({ env: { BASE_URL: `https://${host}`, TRUST_PROXY: '127.0.0.1' } })
  http = createHttpClient(service.baseUrl)
  const maker = await createCredentialMaker(service.now())
  credentials = [
    await holdCredential(maker, { payload: { family_name: 'Fabbri', given_name: 'Ada', birthdate: '1985-04-12' } }),
  ]
})
afterAll(async () => {
  http.close()
  await service.close()
})

const { create, read, post } = verifierSessions(() => http)
const node = createNodeClient()

/** What the proxy hands on. One that changes plain http to https says https of all. */
const through =
  (asked: string[], changesScheme = false): SendHttp =>
  (wire) => {
    asked.push(wire.url)
    const scheme = changesScheme ? 'https' : new URL(wire.url).protocol.replace(':', '')
    return node({
      ...wire,
      url: wire.url.replace(/^https?:\/\/[^/]+/, service.baseUrl),
      headers: [...wire.headers, ['X-Forwarded-Proto', scheme]],
    })
  }

async function present(options: { readonly misbehave?: string; readonly changesScheme?: boolean } = {}) {
  const { session_id: id, deeplink } = await create(request)
  const asked: string[] = []
  const { misbehave, changesScheme } = options
  const run = await runAtVerifier({
    deeplink,
    credentials,
    clock: service.now,
    http: through(asked, changesScheme),
    ...(misbehave === undefined ? {} : { misbehave }),
  })
  return { id, run, asked, deeplink, session: await read(id) }
}
const statusOf = async (id: string, check: string) =>
  (await read(id)).checks.conformance.findLast((entry) => entry.id === check)?.status

describe('a request whose address is plain http', () => {
  it('is not fetched by a wallet that behaves, and a person tells that it showed an error', async () => {
    const { id, run, asked, deeplink } = await present()
    expect(new URL(deeplink).searchParams.get('request_uri')).toMatch(/^http:\/\/capture\.example\//)
    expect([run.outcome, asked]).toEqual(['stopped_by_wallet', []])
    expect(await statusOf(id, 'vp.request.no_plain_fetch')).toBe('not_observed')
    expect((await post(`/openid4vp/sessions/${id}/refusal`, { shown: 'error' })).status).toBe(200)
    expect(await statusOf(id, 'vp.request.no_plain_fetch')).toBe('pass')
    expect(await statusOf(id, 'vp.negative.rejected')).toBe('pass')
  })

  it('is fetched and answered by a careless one, which fails for both', async () => {
    const { asked, session, run } = await present({ misbehave: careless })
    expect(asked[0]).toMatch(/^http:/)
    expect(run.refusal?.error, run.reason ?? '').toBe('request_should_have_been_rejected')
    // The credential is of a stranger, which says nothing here.
    const red = redOf(session).filter((id) => !id.startsWith('vp.sdjwt.'))
    expect(red.sort()).toEqual(['vp.negative.rejected', 'vp.request.no_plain_fetch'])
    expect(await statusOf(session.session_id, 'vp.request.no_plain_fetch')).toBe('fail')
  })

  it('is only remarked on where the fetch came by https', async () => {
    const { session } = await present({ misbehave: careless, changesScheme: true })
    expect(await statusOf(session.session_id, 'vp.request.no_plain_fetch')).toBe('warn')
  })
})

it('a test of the host in the client_id cannot be asked for where the service has an IP address', async () => {
  const byAddress = await startService({ env: { BASE_URL: 'https://192.0.2.7' } })
  const headers = { 'Content-Type': 'application/json' }
  const asked = { method: 'POST', headers, body: JSON.stringify({ negative_test: 'san_dns_under_haip' }) }
  const answer = await fetch(`${byAddress.baseUrl}/openid4vp/sessions`, asked)
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { error: 'invalid_request', pointer: '/negative_test' },
  ])
  await byAddress.close()
})
