import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { expectError, expectRefusal, lastExchange } from '@/lib/testing/expect-refusal'
import { type DpopChoice, type HandWallet, preAuthorizedGrant, type TokenChanges } from '@/lib/testing/hand-wallet'
import { all, claim, header } from '@/lib/testing/jwt-changes'
import { nextStepGuard } from '@/lib/testing/next-step-guard'
import { startService, type TestService } from '@/lib/testing/service'

describe('token requests', () => {
  let service: TestService
  const guard = nextStepGuard(() => service)
  afterEach(() => guard.compare())
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service.close())

  const jsonType = (fields: [string, string][]): void => {
    fields[0] = ['Content-Type', 'application/json']
  }
  const noType = (fields: [string, string][]): void => {
    fields.shift()
  }

  /** What is wrong, the error, the check (below `vci.token.`), and the change. */
  const bad: readonly [name: string, error: string, check: string, changes: TokenChanges][] = [
    ['no grant_type (N49)', 'invalid_request', 'grant_type', { form: (form) => form.delete('grant_type') }],
  ]

  describe('a token request of the pre-authorized code flow', () => {
    covers('A4.36', 'A7.1')
    it.each(bad)(
      'with %s is refused as %s by vci.token.%s, and the code stays usable',
      async (_name, error, check, changes) => {
        const wallet = await guard.wallet(service)
        const answer = await wallet.requestToken(changes)
        await expectRefusal(wallet, 'token', answer, { status: 400, error, check: `vci.token.${check}` })
        expect((await wallet.requestToken()).status).toBe(200)
      },
    )

    it.each(['grant_type', 'pre-authorized_code', 'anything'])(
      'with %s twice is refused, and the code stays usable',
      async (name) => {
        const wallet = await guard.wallet(service)
        const answer = await wallet.requestToken({
          form: (form) => {
            form.append(name, form.get(name) ?? 'x')
            if (name === 'anything') form.append(name, 'x')
          },
        })
        await expectRefusal(wallet, 'token', answer, {
          status: 400,
          error: 'invalid_request',
          check: 'vci.token.no_duplicate_params',
        })
        expect((await wallet.requestToken()).status).toBe(200)
      },
    )

    it('with grant_type refresh_token is refused, for none was issued (N49)', async () => {
      const wallet = await guard.wallet(service)
      const answer = await wallet.requestToken({ form: (form) => form.set('grant_type', 'refresh_token') })
      expectError(answer, 400, 'unsupported_grant_type')
      const { id } = await lastExchange(wallet, wallet.path('token'))
      const entries = (await wallet.view()).checks.conformance.filter(({ exchange_id }) => exchange_id === id)
      expect(entries.find((entry) => entry.id === 'vci.token.grant_type')).toMatchObject({ status: 'fail' })
      expect(entries.find((entry) => entry.id === 'vci.token.refresh_not_attempted')).toMatchObject({ status: 'warn' })
      expect((await wallet.requestToken()).status).toBe(200)
    })

    it('without a code is refused as incomplete', async () => {
      const wallet = await guard.wallet(service)
      const answer = await wallet.requestToken({ form: (form) => form.delete('pre-authorized_code') })
      await expectRefusal(wallet, 'token', answer, {
        status: 400,
        error: 'invalid_request',
        check: 'vci.token.preauth_code_valid',
        inSession: false,
      })
    })

    it('as JSON is refused, and the code stays usable (N66)', async () => {
      const wallet = await guard.wallet(service)
      const body = JSON.stringify({ grant_type: preAuthorizedGrant, 'pre-authorized_code': wallet.code })
      expectError(await wallet.requestToken({ headers: jsonType, body }), 400, 'invalid_request')
      expectError(await wallet.requestToken({ headers: noType }), 400, 'invalid_request')
      expect((await wallet.requestToken()).status).toBe(200)
    })

    it('with parameters of the media type and another case of it is taken', async () => {
      const wallet = await guard.wallet(service)
      const headers = (fields: [string, string][]): void => {
        fields[0] = ['Content-Type', 'Application/X-WWW-Form-URLEncoded; charset=UTF-8']
      }
      expect((await wallet.requestToken({ headers })).status).toBe(200)
    })

    it('with unknown parameters is taken, and an empty one counts as absent', async () => {
      const wallet = await guard.wallet(service)
      const answer = await wallet.requestToken({
        form: (form) => {
          form.append('colour', 'blue')
          form.append('tx_code', '')
        },
      })
      expect(answer.status).toBe(200)
    })

    it.each([
      ['an empty body', 'invalid_request', ''],
      ['a broken percent-encoding', 'unsupported_grant_type', 'grant_type=%E0%A4%A&pre-authorized_code=%'],
      ['bytes that are no UTF-8', 'invalid_request', Buffer.from([0x67, 0x3d, 0xff, 0xfe]).toString('latin1')],
      ['300 parameters', 'invalid_request', Array.from({ length: 300 }, (_, index) => `p${index}=1`).join('&')],
    ])('with %s is refused as %s', async (_name, error, body) => {
      const wallet = await guard.wallet(service)
      const answer = await wallet.requestToken({ body })
      expectError(answer, 400, error)
      expect((await wallet.requestToken()).status).toBe(200)
    })
  })

  describe('N63: a pre-authorized code', () => {
    it('that nobody gave is refused', async () => {
      const wallet = await guard.wallet(service)
      const answer = await wallet.requestToken({
        form: (form) => form.set('pre-authorized_code', randomBytes(32).toString('base64url')),
      })
      await expectRefusal(wallet, 'token', answer, {
        status: 400,
        error: 'invalid_grant',
        check: 'vci.token.preauth_code_valid',
        inSession: false,
      })
      expect((await wallet.requestToken()).status).toBe(200)
    })

    it('that was used is refused, and the token that it gave ends', async () => {
      const wallet = await guard.wallet(service)
      const accessToken = await wallet.obtainToken()
      const again = await wallet.requestToken()
      await expectRefusal(wallet, 'token', again, {
        status: 400,
        error: 'invalid_grant',
        check: 'vci.token.preauth_code_once',
      })
      expect((await wallet.view()).status).toBe('error')
      const answer = await wallet.requestCredential({ accessToken })
      await expectRefusal(wallet, 'credential', answer, {
        status: 401,
        error: 'invalid_token',
        check: 'vci.credential.token_valid',
        finding: 'warn',
      })
    })

    it('of the other issuer is refused, and stays usable where it belongs', async () => {
      const wallet = await guard.wallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' })
      const other = await guard.wallet(service)
      const answer = await other.requestToken({ form: (form) => form.set('pre-authorized_code', wallet.code) })
      expectError(answer, 400, 'invalid_grant')
      expect((await wallet.requestToken()).status).toBe(200)
      expect((await other.requestToken()).status).toBe(200)
    })

    it('works until its session ends, and not afterwards', async () => {
      const [intime, late] = [await guard.wallet(service), await guard.wallet(service)]
      service.advance(870)
      expect((await intime.requestToken()).status).toBe(200)
      service.advance(31)
      expectError(await late.requestToken(), 400, 'invalid_grant')
      const { status, checks } = await late.view()
      expect(status).toBe('expired')
      // After the session ended, its errors are listed but no longer count.
      const entry = checks.conformance.find(({ id, softened }) => id === 'vci.token.preauth_code_valid' && softened)
      expect(entry).toMatchObject({ status: 'warn', softened: 'after_end', rejected: true, error: 'invalid_grant' })
      expect(checks.summary.counts.fail).toBe(0)
    })

    it('of a session of the authorization code flow does not exist: issuer_state is not a code', async () => {
      const wallet = await guard.wallet(service, { flow: 'authorization_code' })
      const offer = (await wallet.http({ path: `/sessions/${wallet.created.session_id}/offer` })).json() as {
        grants: { authorization_code: { issuer_state: string } }
      }
      const answer = await wallet.requestToken({
        form: (form) => form.set('pre-authorized_code', offer.grants.authorization_code.issuer_state),
      })
      expectError(answer, 400, 'invalid_grant')
    })
  })
})

describe('DPoP at the token endpoint', () => {
  let service: TestService
  const guard = nextStepGuard(() => service)
  afterEach(() => guard.compare())
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service.close())

  const nowSeconds = () => Math.floor(service.now() / 1000)

  /** What is wrong, the check (below `vci.dpop.`), and the header of the wallet. */
  const bad: readonly [name: string, check: string, choice: (wallet: HandWallet) => DpopChoice][] = [
    ['two headers', 'single_header', (w) => ({ values: [w.dpop('token'), w.dpop('token')] })],
  ]

  describe('N51: a DPoP proof at the token endpoint', () => {
    covers('A4.35', 'A5.2', 'A7.2')
    it.each(bad)('with %s is refused by vci.dpop.%s, and the code stays usable', async (_name, check, choice) => {
      const wallet = await guard.wallet(service)
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
      const wallet = await guard.wallet(service)
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
      for (const wallet of [await guard.wallet(service), await guard.wallet(service)])
        expect((await wallet.requestToken({ dpop: claim('jti', jti) })).status).toBe(200)
    })

    it('shows every error at once when it has several', async () => {
      const wallet = await guard.wallet(service)
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
        expect.arrayContaining([
          'vci.dpop.typ',
          'vci.dpop.htm',
          'vci.dpop.iat_window',
          'vci.token.tx_code_not_expected',
        ]),
      )
    })
  })

  describe('N50: a token request without DPoP', () => {
    covers('A4.35', 'A5.2')
    it('is invalid: 400 without a challenge, and the code stays usable', async () => {
      const wallet = await guard.wallet(service)
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
      const wallet = await guard.wallet(service)
      const answer = await wallet.requestToken({ dpop: claim('iat', nowSeconds() + seconds) })
      expect(answer.status).toBe(200)
    })

    it('with a typ that names the media type in full, as RFC 7515 allows', async () => {
      const wallet = await guard.wallet(service)
      const answer = await wallet.requestToken({ dpop: header('typ', 'application/dpop+jwt') })
      expect(answer.status).toBe(200)
    })
  })

  describe('N54, N55: a DPoP nonce', () => {
    it('that nobody gave is refused with a fresh one, and nothing is used up', async () => {
      const wallet = await guard.wallet(service)
      const answer = await wallet.requestToken({ dpop: claim('nonce', 'made-up') })
      expect({ status: answer.status, error: answer.object().error }).toEqual({ status: 400, error: 'use_dpop_nonce' })
      const nonce = answer.header('dpop-nonce')
      expect(nonce).toMatch(/^[\w-]{20,}$/)
      const retry = await wallet.requestToken({ dpop: claim('nonce', nonce) })
      expect(retry.status).toBe(200)
    })

    it('of the resource server is refused at the authorization server', async () => {
      const wallet = await guard.wallet(service)
      const nonce = (await wallet.http({ method: 'POST', path: wallet.path('nonce') })).header('dpop-nonce')
      const answer = await wallet.requestToken({ dpop: claim('nonce', nonce) })
      await expectRefusal(wallet, 'token', answer, {
        status: 400,
        error: 'use_dpop_nonce',
        check: 'vci.dpop.nonce_role',
      })
    })

    it('of the other issuer is refused', async () => {
      const other = await guard.wallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' })
      const nonce = (await other.requestToken()).header('dpop-nonce')
      const wallet = await guard.wallet(service)
      const answer = await wallet.requestToken({ dpop: claim('nonce', nonce) })
      expect({ status: answer.status, error: answer.object().error }).toEqual({ status: 400, error: 'use_dpop_nonce' })
    })

    it('stays good for a while after a newer one was given, and ends', async () => {
      const wallet = await guard.wallet(service)
      const nonce = (
        await wallet.requestToken({ form: (form) => form.append('tx_code', '1'), dpop: claim('nonce', 'x') })
      ).header('dpop-nonce')
      service.advance(61)
      const soon = await wallet.requestToken({
        dpop: claim('nonce', nonce),
        form: (form) => form.append('tx_code', '1'),
      })
      expect(soon.object().error).toBe('invalid_request')
      service.advance(400)
      const late = await wallet.requestToken({ dpop: claim('nonce', nonce) })
      expect(late.object().error).toBe('use_dpop_nonce')
    })
  })

  describe('N53: where a session requires DPoP nonces', () => {
    covers('A5.2')
    it('a token request without one is challenged, and the same code works with it', async () => {
      const wallet = await guard.wallet(service, { dpop_nonce: 'required' })
      const answer = await wallet.requestToken()
      expect({ status: answer.status, error: answer.object().error }).toEqual({ status: 400, error: 'use_dpop_nonce' })
      const nonce = answer.header('dpop-nonce')
      expect(nonce).not.toBeNull()
      expect((await wallet.requestToken({ dpop: claim('nonce', nonce) })).status).toBe(200)
    })

    covers('A5.2')
    it('the credential endpoint challenges with 401 and DPoP in WWW-Authenticate', async () => {
      const wallet = await guard.wallet(service, { dpop_nonce: 'required' })
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
})
