import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { expectRefusal, lastExchange } from '@/lib/testing/expect-refusal'
import { createHandWallet, type DpopChoice, type HandWallet } from '@/lib/testing/hand-wallet'
import { all, claim, header } from '@/lib/testing/jwt-changes'
import { startService, type TestService } from '@/lib/testing/service'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const nowSeconds = () => Math.floor(service.now() / 1000)

/** What is wrong, the check that says so (below `vci.dpop.`), and the header that the wallet sends. */
const bad: readonly [name: string, check: string, choice: (wallet: HandWallet) => DpopChoice][] = [
  ['two headers', 'single_header', (w) => ({ values: [w.dpop('token'), w.dpop('token')] })],
]

describe('N51: a DPoP proof at the token endpoint', () => {
  covers('A4.35', 'A5.2', 'A7.2')
  it.each(bad)('with %s is refused by vci.dpop.%s, and the code stays usable', async (_name, check, choice) => {
    const wallet = await createHandWallet(service)
    const answer = await wallet.requestToken({ dpop: choice(wallet) })
    await expectRefusal(wallet, 'token', answer, {
      status: 401,
      error: 'invalid_dpop_proof',
      check: `vci.dpop.${check}`,
    })
    expect(answer.header('www-authenticate')).toBe('DPoP error="invalid_dpop_proof", algs="ES256"')
    expect((await wallet.requestToken()).status).toBe(200)
  })

  it('with a jti that was used before is refused, and both uses stay on record', async () => {
    const wallet = await createHandWallet(service)
    const proof = { values: [wallet.dpop('token')] }
    const first = await wallet.requestToken({ dpop: proof, form: (form) => form.append('tx_code', '1') })
    expect(first.object().error).toBe('invalid_request')
    const second = await wallet.requestToken({ dpop: proof })
    await expectRefusal(wallet, 'token', second, {
      status: 401,
      error: 'invalid_dpop_proof',
      check: 'vci.dpop.jti_unique',
    })
    const { exchanges } = await wallet.view()
    expect(exchanges.filter(({ operation }) => operation === 'requestToken')).toHaveLength(2)
    expect((await wallet.requestToken()).status).toBe(200)
  })

  it('may carry a jti that a wallet with another key used', async () => {
    const jti = randomUUID()
    for (const wallet of [await createHandWallet(service), await createHandWallet(service)])
      expect((await wallet.requestToken({ dpop: claim('jti', jti) })).status).toBe(200)
  })

  it('shows every error at once when it has several', async () => {
    const wallet = await createHandWallet(service)
    const answer = await wallet.requestToken({
      dpop: all(header('typ', 'JWT'), claim('htm', 'GET'), claim('iat', 1)),
      form: (form) => form.append('tx_code', '1'),
    })
    expect(answer.status).toBe(401)
    const { id } = await lastExchange(wallet, wallet.path('token'))
    const failed = (await wallet.view()).checks.conformance.filter(
      ({ exchange_id, status }) => exchange_id === id && status === 'fail',
    )
    expect(failed.map((entry) => entry.id)).toEqual(
      expect.arrayContaining(['vci.dpop.typ', 'vci.dpop.htm', 'vci.dpop.iat_window', 'vci.token.tx_code_not_expected']),
    )
  })
})

describe('N50: a token request without DPoP', () => {
  covers('A4.35', 'A5.2')
  it('is invalid: 400 without a challenge, and the code stays usable', async () => {
    const wallet = await createHandWallet(service)
    const answer = await wallet.requestToken({ dpop: null })
    await expectRefusal(wallet, 'token', answer, {
      status: 400,
      error: 'invalid_dpop_proof',
      check: 'vci.dpop.header_present',
    })
    expect(answer.header('www-authenticate')).toBeNull()
    expect((await wallet.requestToken()).status).toBe(200)
  })
})

describe('N52: a DPoP proof at the token endpoint is taken', () => {
  it.each([-10, 10, -290, 50])('with an iat %i seconds away', async (seconds) => {
    const wallet = await createHandWallet(service)
    const answer = await wallet.requestToken({ dpop: claim('iat', nowSeconds() + seconds) })
    expect(answer.status).toBe(200)
  })

  it('with a typ that names the media type in full, as RFC 7515 allows', async () => {
    const wallet = await createHandWallet(service)
    const answer = await wallet.requestToken({ dpop: header('typ', 'application/dpop+jwt') })
    expect(answer.status).toBe(200)
  })
})

describe('N54, N55: a DPoP nonce', () => {
  it('that nobody gave is refused with a fresh one, and nothing is used up', async () => {
    const wallet = await createHandWallet(service)
    const answer = await wallet.requestToken({ dpop: claim('nonce', 'made-up') })
    expect({ status: answer.status, error: answer.object().error }).toEqual({ status: 400, error: 'use_dpop_nonce' })
    const nonce = answer.header('dpop-nonce')
    expect(nonce).toMatch(/^[\w-]{20,}$/)
    const retry = await wallet.requestToken({ dpop: claim('nonce', nonce) })
    expect(retry.status).toBe(200)
  })

  it('of the resource server is refused at the authorization server', async () => {
    const wallet = await createHandWallet(service)
    const nonce = (await wallet.http({ method: 'POST', path: wallet.path('nonce') })).header('dpop-nonce')
    const answer = await wallet.requestToken({ dpop: claim('nonce', nonce) })
    await expectRefusal(wallet, 'token', answer, {
      status: 400,
      error: 'use_dpop_nonce',
      check: 'vci.dpop.nonce_role',
    })
  })

  it('of the other issuer is refused', async () => {
    const other = await createHandWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' })
    const nonce = (await other.requestToken()).header('dpop-nonce')
    const wallet = await createHandWallet(service)
    const answer = await wallet.requestToken({ dpop: claim('nonce', nonce) })
    expect({ status: answer.status, error: answer.object().error }).toEqual({ status: 400, error: 'use_dpop_nonce' })
  })

  it('stays good for a while after a newer one was given, and ends', async () => {
    const wallet = await createHandWallet(service)
    const nonce = (
      await wallet.requestToken({ form: (form) => form.append('tx_code', '1'), dpop: claim('nonce', 'x') })
    ).header('dpop-nonce')
    service.advance(61)
    const soon = await wallet.requestToken({ dpop: claim('nonce', nonce), form: (form) => form.append('tx_code', '1') })
    expect(soon.object().error).toBe('invalid_request')
    service.advance(400)
    const late = await wallet.requestToken({ dpop: claim('nonce', nonce) })
    expect(late.object().error).toBe('use_dpop_nonce')
  })
})

describe('N53: where a session requires DPoP nonces', () => {
  covers('A5.2')
  it('a token request without one is challenged, and the same code works with it', async () => {
    const wallet = await createHandWallet(service, { dpop_nonce: 'required' })
    const answer = await wallet.requestToken()
    expect({ status: answer.status, error: answer.object().error }).toEqual({ status: 400, error: 'use_dpop_nonce' })
    const nonce = answer.header('dpop-nonce')
    expect(nonce).not.toBeNull()
    expect((await wallet.requestToken({ dpop: claim('nonce', nonce) })).status).toBe(200)
  })

  covers('A5.2')
  it('the credential endpoint challenges with 401 and DPoP in WWW-Authenticate', async () => {
    const wallet = await createHandWallet(service, { dpop_nonce: 'required' })
    const given = (await wallet.requestToken()).header('dpop-nonce')
    const granted = await wallet.requestToken({ dpop: claim('nonce', given) })
    const accessToken = String(granted.object().access_token)
    const nonce = await wallet.freshNonce()
    const answer = await wallet.requestCredential({ accessToken, nonce })
    expect({ status: answer.status, error: answer.object().error }).toEqual({ status: 401, error: 'use_dpop_nonce' })
    expect(answer.header('www-authenticate')).toMatch(/^DPoP .*error="use_dpop_nonce"/)
    const rsNonce = answer.header('dpop-nonce')
    const retry = await wallet.requestCredential({ accessToken, nonce, dpop: claim('nonce', rsNonce) })
    expect(retry.status).toBe(200)
  })
})
