import { describe, expect, it } from 'vitest'
import { createHandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandWallet, type HandWallet, preAuthorizedGrant } from '@/lib/testing/hand-wallet'
import type { Fields, HttpAnswer, JsonRecord } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'

/**
 * A value of a session that a wallet sends to another issuer of this service: refused as an unknown one, and the session says
 * where to send it. Nothing of it is said to whoever has no session of this value.
 */
const service = serviceForTests()
const { http } = service

const own = { issuer_configuration_id: 'eu-pid-jwt-proof-only' }
const laboratory = { ...own, laboratory: { deferred: { interval: 1, pending: 0 }, refresh: {} }, dpop_nonce: 'off' }

/** Sends what this wallet would send to its own issuer to that of another one. */
async function elsewhere(
  wallet: HandWallet,
  at: string,
  endpoint: string,
  request: { readonly form?: Record<string, string>; readonly json?: JsonRecord; readonly token?: string },
): Promise<HttpAnswer> {
  const proof = wallet.dpop(endpoint, request.token, ({ claims }) =>
    Object.assign(claims, { htu: `${service.baseUrl}${at}/${endpoint}` }),
  )
  const headers: Fields = [
    ['Content-Type', request.form ? 'application/x-www-form-urlencoded' : 'application/json'],
    ['DPoP', proof],
    ...(request.token ? ([['Authorization', `DPoP ${request.token}`]] as const) : []),
  ]
  const body = request.form ? new URLSearchParams(request.form).toString() : JSON.stringify(request.json)
  return http({ method: 'POST', path: `${at}/${endpoint}`, headers, body })
}

async function expectSentHome(wallet: HandWallet, answer: HttpAnswer, operation: string, endpoint: string) {
  expect(answer.status, answer.body).toBeGreaterThanOrEqual(400)
  // The answer is that of an unknown value.
  expect(answer.body).not.toContain(wallet.created.issuer_identifier)
  expect(answer.body).not.toContain(wallet.created.session_id)
  const { next_step } = await wallet.view()
  expect(next_step).toMatchObject({ operation })
  expect(next_step?.do).toMatch(/^Send the [a-z ]+ to http/)
  expect(next_step?.do).toContain(` to ${wallet.created.issuer_identifier}/${endpoint}.`)
}

/** Another configuration, and the laboratory of another session. */
const others: readonly [string, () => Promise<string>][] = [
  ['another configuration', async () => '/issuers/eu-pid-device-bound'],
  [
    'a laboratory of another session',
    async () => new URL((await createHandWallet(service, laboratory, http)).created.issuer_identifier).pathname,
  ],
]
const sessions: readonly [string, JsonRecord][] = [
  ['of a configuration', { ...own, dpop_nonce: 'off' }],
  ['of a laboratory', laboratory],
]
const pairs = sessions.flatMap(([name, session]) =>
  others.map(([at, address]) => [name, at, session, address] as const),
)

describe.each(pairs)('a value %s at %s', (_name, _at, session, address) => {
  it('is sent home: a pre-authorized code', async () => {
    const wallet = await createHandWallet(service, session, http)
    const form = { grant_type: preAuthorizedGrant, 'pre-authorized_code': wallet.code }
    await expectSentHome(wallet, await elsewhere(wallet, await address(), 'token', { form }), 'requestToken', 'token')
    expect((await wallet.requestToken()).status).toBe(200)
  })

  it('is sent home: an authorization code', async () => {
    const wallet = await createHandCodeWallet(service, session, { http })
    const code = await wallet.obtainCode()
    const { redirectUri: redirect_uri, verifier: code_verifier, clientId: client_id } = wallet
    const form = { grant_type: 'authorization_code', code, redirect_uri, code_verifier, client_id }
    await expectSentHome(wallet, await elsewhere(wallet, await address(), 'token', { form }), 'requestToken', 'token')
    expect((await wallet.redeem(code)).status).toBe(200)
  })

  it('is sent home: an issuer_state, and a request_uri', async () => {
    const wallet = await createHandCodeWallet(service, session, { http })
    const at = await address()
    const form = {
      response_type: 'code',
      client_id: wallet.clientId,
      redirect_uri: wallet.redirectUri,
      scope: wallet.created.credential_configuration_id,
      issuer_state: wallet.issuerState,
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'S256',
    }
    const pushed = await elsewhere(wallet, at, 'par', { form })
    // Every address of a laboratory is of its session, and an issuer_state grants nothing.
    if (at.startsWith('/issuers/')) await expectSentHome(wallet, pushed, 'pushAuthorizationRequest', 'par')
    const request_uri = await wallet.pushed()
    const query = new URLSearchParams({ client_id: wallet.clientId, request_uri })
    await expectSentHome(wallet, await http({ path: `${at}/authorize?${query}` }), 'authorize', 'authorize')
    expect((await wallet.browse(request_uri)).searchParams.get('code')).toBeTruthy()
  })

  it('is sent home: an access token, at each endpoint that takes one', async () => {
    const wallet = await createHandWallet(service, session, http)
    const token = await wallet.obtainToken()
    const at = await address()
    const nonce = await wallet.freshNonce()
    const json = {
      credential_configuration_id: wallet.created.credential_configuration_id,
      proofs: { jwt: [wallet.proof(nonce, null)] },
    }
    await expectSentHome(
      wallet,
      await elsewhere(wallet, at, 'credential', { json, token }),
      'requestCredential',
      'credential',
    )
    const issued = await wallet.requestCredential({ accessToken: token })
    expect(issued.status, issued.body).toBeLessThan(300)
    const { transaction_id, notification_id } = issued.object()
    if (transaction_id !== undefined) {
      const later = await elsewhere(wallet, at, 'deferred', { json: { transaction_id: String(transaction_id) }, token })
      await expectSentHome(wallet, later, 'requestDeferredCredential', 'deferred')
      return
    }
    const told = { notification_id: String(notification_id), event: 'credential_accepted' }
    const notified = await elsewhere(wallet, at, 'notification', { json: told, token })
    await expectSentHome(wallet, notified, 'sendNotification', 'notification')
  })
})

it('a session whose address got the value of another says nothing of it', async () => {
  const [wallet, host] = [
    await createHandWallet(service, laboratory, http),
    await createHandWallet(service, laboratory, http),
  ]
  const form = { grant_type: preAuthorizedGrant, 'pre-authorized_code': wallet.code }
  const at = new URL(host.created.issuer_identifier).pathname
  await elsewhere(wallet, at, 'token', { form })
  const view = JSON.stringify(await host.view())
  for (const value of [wallet.created.session_id, wallet.created.issuer_identifier]) expect(view).not.toContain(value)
})
