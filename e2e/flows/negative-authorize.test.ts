import { describe, expect, it } from 'vitest'
import { chainedClientSecret, chainedCodeVerifier } from '@/lib/core/issuer/endpoints/oauth/chained/chained-server'
import { checkContract } from '@/lib/testing/check-contract'
import { covers } from '@/lib/testing/covers'
import { expectOnRecord, expectRefusal } from '@/lib/testing/expect-refusal'
import { createHandCodeWallet, type HandCodeWallet } from '@/lib/testing/hand-code-wallet'
import type { HttpAnswer } from '@/lib/testing/http-client'
import { startService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'

const service = serviceForTests()

const refused = (answer: HttpAnswer, error: string, status = 400): void =>
  expect([answer.status, answer.object().error, answer.header('location')]).toEqual([status, error, null])

/** The browser's URL after this many redirects. */
async function hop(wallet: HandCodeWallet, times: number): Promise<string> {
  let url = wallet.authorizeUrl(await wallet.pushed())
  for (let count = 0; count < times; count += 1) url = (await wallet.open(url)).header('location') ?? ''
  return url
}
const changed = (url: string, change: (query: URLSearchParams) => void): string => {
  const target = new URL(url)
  change(target.searchParams)
  return target.href
}
const finding = async (wallet: HandCodeWallet, id: string) =>
  (await wallet.view()).checks.conformance.findLast((entry) => entry.id === id)

describe('the authorization endpoint', () => {
  covers('A4.30', 'A7.1')
  it('refuses plain parameters without redirecting (N38)', async () => {
    const wallet = await createHandCodeWallet(service)
    const answer = await wallet.open(
      `${wallet.path('authorize')}?response_type=code&client_id=x&redirect_uri=https://wallet.example/cb&scope=x`,
    )
    refused(answer, 'invalid_request')
    expect(answer.object().error_uri).toBe(`${service.baseUrl}/checks/vci.par.used`)
    await expectOnRecord(wallet.http, { method: 'GET', path: wallet.path('authorize') }, 400)
  })

  it('refuses an unknown and an old request_uri (N39)', async () => {
    const wallet = await createHandCodeWallet(service)
    refused(
      await wallet.open(wallet.authorizeUrl(`urn:ietf:params:oauth:request_uri:${'a'.repeat(43)}`)),
      'invalid_request_uri',
    )
    const requestUri = await wallet.pushed()
    service.advance(91)
    refused(await wallet.open(wallet.authorizeUrl(requestUri)), 'invalid_request_uri')
    expect(await finding(wallet, 'vci.authorize.request_uri_known')).toMatchObject({
      status: 'fail',
      actual: 'expired',
    })
  })

  it('refuses another client_id, or none (N40)', async () => {
    const wallet = await createHandCodeWallet(service)
    const url = wallet.authorizeUrl(await wallet.pushed())
    refused(await wallet.open(changed(url, (query) => query.set('client_id', 'x'))), 'invalid_request_uri')
    expect(await finding(wallet, 'vci.authorize.client_id_matches')).toMatchObject({ status: 'fail', rejected: true })
    refused(await wallet.open(changed(url, (query) => query.delete('client_id'))), 'invalid_request')
    expect((await wallet.open(url)).status).toBe(302)
  })

  it('refuses a parameter that came twice', async () => {
    const wallet = await createHandCodeWallet(service)
    const url = wallet.authorizeUrl(await wallet.pushed())
    for (const name of ['client_id', 'request_uri', 'state']) {
      const twice = changed(url, (query) => {
        query.append(name, 'x')
        query.append(name, 'y')
      })
      refused(await wallet.open(twice), 'invalid_request')
      expect(await finding(wallet, 'vci.authorize.only_expected_params')).toMatchObject({
        status: 'fail',
        rejected: true,
        actual: [name],
      })
    }
    expect((await wallet.open(url)).status).toBe(302)
  })

  it('may be opened twice before it is completed, and not after (N41, N42)', async () => {
    const wallet = await createHandCodeWallet(service)
    const requestUri = await wallet.pushed()
    const url = wallet.authorizeUrl(requestUri)
    expect((await wallet.open(url)).status).toBe(302)
    expect((await wallet.open(url)).status).toBe(302)
    expect(await finding(wallet, 'vci.authorize.request_uri_once')).toMatchObject({ status: 'warn' })
    await wallet.browse(requestUri)
    refused(await wallet.open(url), 'invalid_request_uri')
    expect(await finding(wallet, 'vci.authorize.request_uri_once')).toMatchObject({ status: 'fail' })
  })

  covers('A4.30', 'A4.31')
  it('ignores what it does not expect, and gives the pushed state back (N43)', async () => {
    const wallet = await createHandCodeWallet(service)
    const requestUri = await wallet.pushed()
    const answer = await wallet.open(
      changed(wallet.authorizeUrl(requestUri), (query) => {
        query.set('scope', 'x')
        query.set('state', 'y')
      }),
    )
    expect(answer.status).toBe(302)
    expect(await finding(wallet, 'vci.authorize.only_expected_params')).toMatchObject({
      status: 'fail',
      profile: 'haip',
    })
    const arrival = await wallet.browse(requestUri)
    expect(Object.fromEntries(arrival.searchParams)).toEqual({
      from: 'issuer',
      code: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      state: wallet.state,
      iss: wallet.created.issuer_identifier,
    })
  })

  covers('A1.6', 'A4.30')
  it('redirects by 302 through the chained server, with nothing for a referrer', async () => {
    const wallet = await createHandCodeWallet(service)
    const answer = await wallet.open(wallet.authorizeUrl(await wallet.pushed()))
    expect([answer.status, answer.header('referrer-policy'), answer.header('cache-control')]).toEqual([
      302,
      'no-referrer',
      'no-store',
    ])
    const next = new URL(answer.header('location') ?? '')
    expect(next.pathname).toBe('/authorization-servers/eu-pid-device-bound/authorize')
    expect(next.searchParams.get('code_challenge_method')).toBe('S256')
  })
})

describe('a HEAD or OPTIONS request', () => {
  /** The session's flow so far; unmatched requests do not affect the rest. */
  const moves = async (wallet: HandCodeWallet) =>
    (await wallet.view()).events.filter(({ type }) => /^(offer_|authorization_|chained_|issuance_state_)/.test(type))

  it.each(['HEAD', 'OPTIONS'])('of kind %s moves no flow on, and is on record', async (method) => {
    const wallet = await createHandCodeWallet(service, { credential_offer_mode: 'credential_offer_uri' })
    const ask = async (url: string) => {
      const { pathname, search } = new URL(url)
      const before = await moves(wallet)
      const answer = await wallet.http({ method, path: `${pathname}${search}` })
      const allowed = /^\/issuers\/[^/]+\/authorize$/.test(pathname) ? 'GET, POST, OPTIONS' : 'GET, OPTIONS'
      expect([answer.status, answer.header('allow'), answer.header('location')]).toEqual([
        method === 'HEAD' ? 405 : 204,
        allowed,
        null,
      ])
      const ledger = (await wallet.http({ path: '/oid4vci/requests' })).json() as { method: string; path: string }[]
      expect(ledger.at(-1)).toMatchObject({ method, path: pathname, response: { status: answer.status } })
      expect(await moves(wallet)).toEqual(before)
    }
    await ask(wallet.created.offer_url)
    // The browser follows each redirect after a HEAD, as a link preview sends it.
    let url = wallet.authorizeUrl(await wallet.pushed())
    for (let hop = 0; hop < 3; hop += 1) {
      await ask(url)
      url = (await wallet.open(url)).header('location') ?? ''
    }
    expect((await wallet.redeem(new URL(url).searchParams.get('code') ?? '')).status).toBe(200)
  })
})

describe('the chained server', () => {
  const id = 'eu-pid-device-bound'

  covers('A4.5')
  it('publishes its metadata', async () => {
    const wallet = await createHandCodeWallet(service)
    const answer = await wallet.open(`/.well-known/oauth-authorization-server/authorization-servers/${id}`)
    checkContract('getChainedServerMetadata', answer)
    const issuer = `${service.baseUrl}/authorization-servers/${id}`
    expect(answer.object()).toMatchObject({
      issuer,
      token_endpoint: `${issuer}/token`,
      code_challenge_methods_supported: ['S256'],
    })
  })

  covers('A4.32')
  it.each<[string, string, (query: URLSearchParams) => void]>([
    ['a foreign redirect_uri', 'invalid_request', (query) => query.set('redirect_uri', 'https://evil.example')],
    ['no state', 'invalid_request', (query) => query.delete('state')],
    ['plain PKCE', 'invalid_request', (query) => query.set('code_challenge_method', 'plain')],
    ['another client', 'invalid_request', (query) => query.set('client_id', 'x')],
    ['another scope', 'invalid_scope', (query) => query.set('scope', 'x')],
    ['another response_type', 'unsupported_response_type', (query) => query.set('response_type', 'token')],
  ])('refuses an authorization request with %s (N44)', async (_name, error, change) => {
    const wallet = await createHandCodeWallet(service)
    refused(await wallet.open(changed(await hop(wallet, 1), change)), error)
    await expectOnRecord(wallet.http, { method: 'GET', path: `/authorization-servers/${id}/authorize` }, 400)
  })

  const form = (more: Record<string, string> = {}) =>
    new URLSearchParams({
      grant_type: 'authorization_code',
      code: 'x',
      code_verifier: 'x',
      redirect_uri: `${service.baseUrl}/issuers/${id}/redirect`,
      client_id: `capture-${id}`,
      client_secret: 'wrong',
      ...more,
    }).toString()
  const token = (wallet: HandCodeWallet, body: string, headers: [string, string][] = [], at = id) =>
    wallet.http({
      method: 'POST',
      path: `/authorization-servers/${at}/token`,
      headers: [['Content-Type', 'application/x-www-form-urlencoded'], ...headers],
      body,
    })

  const secret = (at: string) => chainedClientSecret(at, service.container.ports.keyedHash)
  /** The token request of the issuer itself for the code in a return URL. */
  const good = (back: URL, more: Record<string, string> = {}) =>
    form({
      code: back.searchParams.get('code') ?? '',
      code_verifier: chainedCodeVerifier(back.searchParams.get('state') ?? '', service.container.ports.keyedHash),
      client_secret: secret(id),
      ...more,
    })

  covers('A4.33', 'A4.34', 'A5.5', 'A7.2')
  it('refuses a wrong secret and other ways to authenticate with 401 and a challenge (N45)', async () => {
    const wallet = await createHandCodeWallet(service)
    for (const answer of [
      await token(wallet, form()),
      await token(wallet, form(), [['Authorization', 'Basic eDp5']]),
    ]) {
      refused(answer, 'invalid_client', 401)
      expect(answer.header('www-authenticate')).toBe('Basic realm="chained"')
      checkContract('requestChainedToken', answer)
      await expectOnRecord(wallet.http, { method: 'POST', path: `/authorization-servers/${id}/token` }, 401)
    }
  })

  covers('A4.33', 'A5.5')
  it('refuses a request without a code_verifier, and has a secret of its own in each installation', async () => {
    const wallet = await createHandCodeWallet(service)
    const back = new URL(await hop(wallet, 2))
    refused(await token(wallet, good(back, { code_verifier: '' })), 'invalid_grant')
    const another = await startService()
    const elsewhere = chainedClientSecret(id, another.container.ports.keyedHash)
    await another.close()
    expect(elsewhere).not.toBe(secret(id))
    refused(await token(wallet, good(back, { client_secret: elsewhere })), 'invalid_client', 401)
  })

  it('refuses a code that its issuer has redeemed (N46)', async () => {
    const wallet = await createHandCodeWallet(service)
    const back = new URL(await hop(wallet, 2))
    expect((await wallet.open(back.href)).status).toBe(302)
    refused(await token(wallet, good(back)), 'invalid_grant')
    const { exchanges } = await wallet.view()
    const atToken = exchanges.filter(({ operation }) => operation === 'requestChainedToken')
    expect(atToken.map(({ origin, response }) => [origin, response.status])).toEqual([
      ['internal', 200],
      ['wallet', 400],
    ])
  })

  covers('A4.33')
  it('refuses other grants, missing members and used codes (N46)', async () => {
    const wallet = await createHandCodeWallet(service)
    refused(await token(wallet, form({ grant_type: 'password' })), 'unsupported_grant_type')
    for (const name of ['grant_type', 'code', 'redirect_uri', 'client_id', 'client_secret'])
      refused(await token(wallet, form({ client_secret: secret(id), [name]: '' })), 'invalid_request')
    refused(await token(wallet, form({ code: '' })), 'invalid_client', 401)
    const back = new URL(await hop(wallet, 2))
    const code = back.searchParams.get('code') ?? ''
    const other = 'eu-pid-jwt-proof-only'
    const atOther = form({
      code,
      client_id: `capture-${other}`,
      client_secret: secret(other),
      redirect_uri: `${service.baseUrl}/issuers/${other}/redirect`,
    })
    refused(await token(wallet, atOther, [], other), 'invalid_grant')
    const own = form({ code, client_secret: secret(id) })
    refused(await token(wallet, own), 'invalid_grant')
    refused(await token(wallet, own), 'invalid_grant')
    // The code is used up, so the wallet is told that authorization failed.
    const arrival = new URL((await wallet.open(back.href)).header('location') ?? '')
    expect(Object.fromEntries(arrival.searchParams)).toEqual({
      from: 'issuer',
      error: 'server_error',
      state: wallet.state,
      iss: wallet.created.issuer_identifier,
    })
    expect((await wallet.view()).status).toBe('authorization_denied')
  })

  covers('A4.34', 'A5.5')
  it('gives a token that is worth nothing at the credential endpoint (N48)', async () => {
    const wallet = await createHandCodeWallet(service)
    const granted = await token(wallet, good(new URL(await hop(wallet, 2))))
    checkContract('requestChainedToken', granted)
    expect([granted.status, granted.object()]).toEqual([
      200,
      {
        access_token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        token_type: 'Bearer',
        expires_in: 60,
        scope: `capture.${id}`,
      },
    ])
    const accessToken = String(granted.object().access_token)
    refused(await wallet.requestCredential({ accessToken }), 'invalid_token', 401)
    await expectOnRecord(wallet.http, { method: 'POST', path: wallet.path('credential') }, 401)
  })
})

describe('the way back', () => {
  covers('A4.31', 'A7.1')
  it('needs a state that is its own, and is taken once (N47)', async () => {
    const wallet = await createHandCodeWallet(service)
    const back = await hop(wallet, 2)
    refused(await wallet.open(changed(back, (query) => query.delete('state'))), 'invalid_request')
    refused(await wallet.open(changed(back, (query) => query.set('state', 'x'))), 'invalid_request')
    refused(await wallet.open(changed(back, (query) => query.set('iss', 'https://evil.example'))), 'invalid_request')
    const arrival = await wallet.open(back)
    expect(arrival.status).toBe(302)
    refused(await wallet.open(back), 'invalid_request')
    expect((await wallet.view()).status).toBe('authorization_granted')
  })

  it('of one issuer leads nowhere at the other, and stays usable at its own', async () => {
    const wallet = await createHandCodeWallet(service)
    const back = await hop(wallet, 2)
    refused(await wallet.open(back.replace('eu-pid-device-bound', 'eu-pid-jwt-proof-only')), 'invalid_request')
    expect((await wallet.open(back)).status).toBe(302)
  })

  it('tells the wallet that access was denied', async () => {
    const wallet = await createHandCodeWallet(service)
    const state = new URL(await hop(wallet, 1)).searchParams.get('state') ?? ''
    const answer = await wallet.open(`${wallet.path('redirect')}?error=access_denied&state=${state}`)
    const arrival = new URL(answer.header('location') ?? '')
    expect([arrival.searchParams.get('error'), arrival.searchParams.get('state')]).toEqual([
      'access_denied',
      wallet.state,
    ])
    expect((await wallet.view()).status).toBe('authorization_denied')
    // A new pushed request starts over.
    await wallet.pushed()
    expect((await wallet.view()).status).toBe('authorization_requested')
  })

  it('leaves a request_uri of the other issuer alone', async () => {
    const wallet = await createHandCodeWallet(service)
    const requestUri = await wallet.pushed()
    const url = wallet.authorizeUrl(requestUri)
    refused(await wallet.open(url.replace('eu-pid-device-bound', 'eu-pid-jwt-proof-only')), 'invalid_request_uri')
    expect((await wallet.open(url)).status).toBe(302)
  })
})

it('an unusable redirect never reaches a Location header', async () => {
  const wallet = await createHandCodeWallet(service)
  await expectRefusal(
    wallet,
    'par',
    await wallet.push({ form: (form) => form.set('redirect_uri', 'https://é.example') }),
    {
      status: 400,
      error: 'invalid_request',
      check: 'vci.par.redirect_uri_valid',
    },
  )
})
