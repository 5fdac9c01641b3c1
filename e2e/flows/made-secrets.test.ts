import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import { createHttpClient, type HttpClient, type JsonRecord } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'

/** The service recognises the secrets that it issued: none is recorded, however unlikely the place. */
let service: TestService
let http: HttpClient
beforeAll(async () => {
  service = await startService()
  http = createHttpClient(service.baseUrl)
})
afterAll(async () => {
  http.close()
  await service.close()
})

const memberOf = (text: unknown, name: string): string => new URL(String(text)).searchParams.get(name) ?? ''

async function createPresentation(): Promise<JsonRecord & { readonly authorization_request: JsonRecord }> {
  const body = JSON.stringify({ response_mode: 'direct_post', return_redirect_uri: true })
  const headers = [['Content-Type', 'application/json']] as const
  const answer = await http({ method: 'POST', path: '/openid4vp/sessions', headers, body })
  return answer.object() as Awaited<ReturnType<typeof createPresentation>>
}

const made: readonly [name: string, make: () => Promise<string>][] = [
  ['pre-authorized code', async () => (await createHandWallet(service)).code],
  ['issuer_state', async () => (await createHandCodeWallet(service)).issuerState],
  ['c_nonce', async () => (await createHandWallet(service)).freshNonce()],
  [
    'request_uri',
    async () =>
      (await (await createHandCodeWallet(service)).pushed()).replace('urn:ietf:params:oauth:request_uri:', ''),
  ],
  [
    'state of the chained request',
    async () => {
      const wallet = await createHandCodeWallet(service)
      const onward = await wallet.open(wallet.authorizeUrl(await wallet.pushed()))
      return memberOf(onward.header('location'), 'state')
    },
  ],
  [
    'code of the chained server',
    async () => {
      const wallet = await createHandCodeWallet(service)
      const onward = await wallet.open(wallet.authorizeUrl(await wallet.pushed()))
      return memberOf((await wallet.open(onward.header('location') ?? '')).header('location'), 'code')
    },
  ],
  ['authorization code', async () => (await createHandCodeWallet(service)).obtainCode()],
  ['nonce of a presentation', async () => String((await createPresentation()).authorization_request.nonce)],
  [
    'response_code',
    async () => {
      const { authorization_request: request } = await createPresentation()
      const answer = await http({
        method: 'POST',
        path: new URL(String(request.response_uri)).pathname,
        headers: [['Content-Type', 'application/x-www-form-urlencoded']],
        body: new URLSearchParams({ error: 'access_denied', state: String(request.state) }).toString(),
      })
      return memberOf(answer.object().redirect_uri, 'response_code')
    },
  ],
]

describe('what the service made and handed out', () => {
  it.each(made)('is known, and is on no record where a wallet puts it: %s', async (_name, make) => {
    const value = await make()
    expect(value).toMatch(/^[\w-]{43}$/)
    expect(service.container.ports.madeIn(`a ${value}.`)).toContainEqual({ from: 2, to: 45 })
    await http({
      path: '/issuers/eu-pid-device-bound/jwks.json',
      headers: [['User-Agent', `Wallet (build-${value}-x)`]],
    })
    const ledger = await http({ path: '/oid4vci/requests' })
    expect(ledger.body).toContain('Wallet (')
    expect(ledger.body).not.toContain(value)
  })
})
