import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { expectError, expectOnRecord, expectRefusal, lastExchange } from '@/lib/testing/expect-refusal'
import { createHandCodeWallet, type FormChanges, type HandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import type { HttpAnswer } from '@/lib/testing/http-client'
import { startService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { generateKey } from '@/lib/wallet/jose/key'

describe('pushed requests', () => {
  const service = serviceForTests()

  const set =
    (name: string, value: string): NonNullable<FormChanges['form']> =>
    (form) =>
      form.set(name, value)
  const without =
    (name: string): NonNullable<FormChanges['form']> =>
    (form) =>
      form.delete(name)

  /** What is wrong, the error, the deciding check, and the change. */
  const bad: readonly [name: string, error: string, check: string, changes: FormChanges][] = [
    [
      'a JSON body (N15)',
      'invalid_request',
      'vci.par.content_type',
      {
        headers: (fields) => {
          fields[0] = ['Content-Type', 'application/json']
        },
      },
    ],
    ...[
      '/cb',
      'https://wallet.example/cb#x',
      'javascript:alert(1)',
      'data:text/html,x',
      'http://evil.example/cb',
      'https://wallet.example/\r\nX: y',
      `https://wallet.example/${'a'.repeat(2100)}`,
    ].map((uri): [string, string, string, FormChanges] => [
      `redirect_uri ${JSON.stringify(uri.slice(0, 40))} (N24)`,
      'invalid_request',
      'vci.par.redirect_uri_valid',
      { form: set('redirect_uri', uri) },
    ]),
  ]

  const accepted = async (wallet: HandCodeWallet): Promise<void> => {
    expect((await wallet.push()).status).toBe(201)
  }

  describe('a pushed request', () => {
    covers('A4.26', 'A4.27', 'A5.2', 'A5.6', 'A7.1')
    it.each(bad)('with %s is refused as %s by %s', async (_name, error, check, changes) => {
      const wallet = await createHandCodeWallet(service)
      await expectRefusal(wallet, 'par', await wallet.push(changes), { status: 400, error, check })
      expect((await wallet.view()).status).toBe('created')
      await accepted(wallet)
    })

    it('by GET is answered 405 with Allow (N14)', async () => {
      const wallet = await createHandCodeWallet(service)
      const answer = await wallet.push({ method: 'GET' })
      expectError(answer, 405, 'method_not_allowed')
      expect(answer.header('allow')).toBe('POST, OPTIONS')
      await expectOnRecord(wallet.http, { method: 'GET', path: wallet.path('par') }, 405)
      const findings = service.recorded().at(-1)?.findings
      expect(findings?.find(({ id }) => id === 'vci.par.method_post')?.status).toBe('fail')
      await accepted(wallet)
    })

    it('with a request object is refused as not supported (N21)', async () => {
      const wallet = await createHandCodeWallet(service)
      await expectRefusal(wallet, 'par', await wallet.push({ form: set('request', 'a.b.c') }), {
        status: 400,
        error: 'request_not_supported',
        check: 'vci.par.no_request_object',
        finding: 'warn',
      })
      await accepted(wallet)
    })

    it('gets a state of 2048 characters back as it was', async () => {
      const wallet = await createHandCodeWallet(service)
      const state = 'é"%&=#\r\n'.repeat(256)
      const answer = await wallet.push({ form: set('state', state) })
      expect(answer.status).toBe(201)
      const arrival = await wallet.browse(String(answer.object().request_uri))
      expect(arrival.searchParams.get('state')).toBe(state)
    })

    it('with a scope beside the offered one is accepted without it, and says so (N27)', async () => {
      const wallet = await createHandCodeWallet(service)
      const answer = await wallet.push({ form: set('scope', `foo ${wallet.created.credential_configuration_id}`) })
      expect(answer.status).toBe(201)
      const { conformance } = (await wallet.view()).checks
      expect(conformance.find(({ id }) => id === 'vci.par.scope_minimal')).toMatchObject({
        status: 'fail',
        level: 'should',
      })
      const code = (await wallet.browse(String(answer.object().request_uri))).searchParams.get('code') ?? ''
      // RFC 6749 section 5.1: the response states the scope if it differs from the requested one.
      expect((await wallet.redeem(code)).object().scope).toBe(wallet.created.credential_configuration_id)
    })

    covers('A4.28')
    it.each(['unknown', 'of the other issuer', 'of an expired session'])(
      'with an issuer_state %s is refused (N28)',
      async (kind) => {
        const wallet = await createHandCodeWallet(service, kind === 'of an expired session' ? { expires_in: 60 } : {})
        const other = await createHandCodeWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' })
        if (kind === 'of an expired session') service.advance(61)
        const form =
          kind === 'unknown'
            ? set('issuer_state', randomBytes(32).toString('base64url'))
            : kind === 'of the other issuer'
              ? set('issuer_state', other.issuerState)
              : undefined
        const answer = await wallet.push(form ? { form } : {})
        expectError(answer, 400, 'invalid_request')
        expect(String(answer.object().error_uri)).toMatch(/vci\.par\.issuer_state_returned$/)
        await expectOnRecord(wallet.http, { method: 'POST', path: wallet.path('par') }, 400)
        const findings = service.recorded().at(-1)?.findings
        expect(findings?.find(({ id }) => id === 'vci.par.issuer_state_returned')).toMatchObject({
          status: 'fail',
          rejected: true,
        })
        if (kind === 'of the other issuer') await accepted(other)
      },
    )

    covers('A4.28')
    it('without issuer_state is bound to the session whose offer the same client fetched (N29)', async () => {
      const wallet = await createHandCodeWallet(service, { credential_offer_mode: 'credential_offer_uri' })
      const userAgent: [string, string] = ['User-Agent', `wallet/${randomUUID()}`]
      await wallet.http({ path: new URL(wallet.created.offer_url).pathname, headers: [userAgent] })
      const answer = await wallet.push({ form: without('issuer_state'), headers: (fields) => fields.push(userAgent) })
      expect(answer.status).toBe(201)
      const view = await wallet.view()
      expect(view.status).toBe('authorization_requested')
      expect(view.checks.conformance.find(({ id }) => id === 'vci.par.issuer_state_returned')).toMatchObject({
        status: 'warn',
        correlation: 'inferred',
      })
    })

    covers('A4.28')
    it('of a wallet that starts by itself gets a session of its own, and ends in a credential', async () => {
      const wallet = await createHandCodeWallet(service)
      const userAgent: [string, string] = ['User-Agent', `wallet/${randomUUID()}`]
      const answer = await wallet.push({ form: without('issuer_state'), headers: (fields) => fields.push(userAgent) })
      expect(answer.status).toBe(201)
      expect((await wallet.view()).status).toBe('created')
      const ledger = (await wallet.http({ path: '/oid4vci/requests' })).json() as {
        session_id: string
        path: string
        headers: Record<string, unknown>
      }[]
      const own = ledger.find(({ headers }) => headers['user-agent'] === userAgent[1])?.session_id ?? ''
      expect(own).not.toBe(wallet.created.session_id)
      const code = (await wallet.browse(String(answer.object().request_uri))).searchParams.get('code') ?? ''
      expect((await wallet.redeem(code)).status).toBe(200)
      const view = (await wallet.http({ path: `/sessions/${own}` })).object()
      expect(view).toMatchObject({
        origin: 'wallet_initiated',
        flow: 'authorization_code',
        credential_offer_mode: 'credential_offer',
        credential_configuration_id: wallet.created.credential_configuration_id,
        offer_url: null,
        deeplink: null,
        status: 'token_issued',
      })
      for (const part of ['offer', 'deeplink'])
        expect((await wallet.http({ path: `/sessions/${own}/${part}` })).status).toBe(404)
    })

    it('with two errors names both, and the first by order decides (N30)', async () => {
      const wallet = await createHandCodeWallet(service)
      const answer = await wallet.push({
        form: (form) => {
          form.set('code_challenge_method', 'plain')
          form.set('redirect_uri', '/cb')
        },
      })
      expect(String(answer.object().error_uri)).toMatch(/vci\.par\.redirect_uri_valid$/)
      const { id } = await lastExchange(wallet, wallet.path('par'))
      const failed = (await wallet.view()).checks.conformance.filter(
        ({ exchange_id, status }) => exchange_id === id && status === 'fail',
      )
      expect(failed.map((entry) => entry.id)).toEqual(
        expect.arrayContaining(['vci.par.redirect_uri_valid', 'vci.pkce.code_challenge_s256']),
      )
    })

    it('in JSON fails for that alone, whatever is then missing in the form (N15)', async () => {
      const wallet = await createHandCodeWallet(service, { laboratory: {} })
      await wallet.push({
        body: JSON.stringify({ response_type: 'code' }),
        headers: (fields) => {
          fields[0] = ['Content-Type', 'application/json']
        },
      })
      const { id } = await lastExchange(wallet, wallet.path('par'))
      const failed = (await wallet.view()).checks.conformance.filter(
        (entry) => entry.exchange_id === id && entry.status === 'fail' && /^vci\.(par|pkce)\./.test(entry.id),
      )
      expect(failed.map((entry) => entry.id)).toEqual(['vci.par.content_type'])
    })

    it('of 100 kB is answered 413 (N31)', async () => {
      const wallet = await createHandCodeWallet(service)
      expectError(await wallet.push({ body: `scope=${'a'.repeat(100_000)}` }), 413, 'payload_too_large')
      await expectOnRecord(wallet.http, { method: 'POST', path: wallet.path('par') }, 413)
      await accepted(wallet)
    })

    covers('A4.26')
    it('without a DPoP proof is accepted, and no MUST is broken, where the installation says so (N17, RFC 9449 section 10.1)', async () => {
      const lenient = await startService({ env: { PAR_REQUIRE_DPOP: 'false' } })
      const wallet = await createHandCodeWallet(lenient)
      expect((await wallet.push({ dpop: null })).status).toBe(201)
      const missing = (await wallet.view()).checks.conformance.find(({ id }) => id === 'vci.par.dpop_present')
      expect(missing).toMatchObject({ status: 'warn', rejected: false })
      expect((await wallet.view()).checks.summary.by_profile.base.verdict).not.toBe('fail')
      await lenient.close()
    })

    it('keeps no state and no redirect query of the wallet in the clear', async () => {
      const wallet = await createHandCodeWallet(service)
      const requestUri = await wallet.pushed()
      const view = JSON.stringify(await wallet.view())
      for (const secret of [wallet.state, requestUri, requestUri.slice(-43)]) expect(view).not.toContain(secret)
    })
  })
})

describe('token requests with a code', () => {
  const service = serviceForTests()

  const set =
    (name: string, value: string): NonNullable<FormChanges['form']> =>
    (form) =>
      form.set(name, value)

  /** Errors that invalidate the code. */
  const theft: readonly [string, string, FormChanges | 'challenge'][] = [
    ['a wrong code_verifier (N59)', 'vci.pkce.verifier_matches', { form: set('code_verifier', 'v'.repeat(43)) }],
  ]

  /**
   * A code that a refused request used up was never redeemed: no tokens are reported, and nothing counts as a replay.
   */
  async function expectSpent(wallet: Awaited<ReturnType<typeof createHandCodeWallet>>, answer: HttpAnswer) {
    await expectRefusal(wallet, 'token', answer, {
      status: 400,
      error: 'invalid_grant',
      check: 'vci.token.code_valid',
      finding: 'warn',
    })
    expect(answer.object().error_description).not.toMatch(/redeemed|tokens/)
    const { status, events } = await wallet.view()
    expect(status).toBe('token_requested')
    expect(events.map(({ type }) => type)).not.toContain('authorization_code_replayed')
  }

  describe('an authorization code', () => {
    covers('A4.37', 'A5.6', 'D18')
    it.each(theft)('that comes with %s is refused by %s and used up', async (_name, check, change) => {
      const wallet = await createHandCodeWallet(service)
      const code = await wallet.obtainCode()
      const { createHash } = await import('node:crypto')
      const challenge = createHash('sha256').update(wallet.verifier).digest('base64url')
      const changes = change === 'challenge' ? { form: set('code_verifier', challenge) } : change
      await expectRefusal(wallet, 'token', await wallet.redeem(code, changes), {
        status: 400,
        error: 'invalid_grant',
        check,
      })
      await expectSpent(wallet, await wallet.redeem(code))
    })

    covers('A5.2')
    it('that comes with another DPoP key than was pushed is refused and used up (N62)', async () => {
      const wallet = await createHandCodeWallet(service)
      const code = await wallet.obtainCode()
      const key = generateKey()
      const answer = await wallet.redeem(code, {
        dpop: (draft) => Object.assign(draft, { key, header: { ...draft.header, jwk: key.publicJwk } }),
      })
      await expectRefusal(wallet, 'token', answer, {
        status: 400,
        error: 'invalid_grant',
        check: 'vci.dpop.key_bound_to_code',
      })
      await expectSpent(wallet, await wallet.redeem(code))
    })

    covers('A4.37')
    it.each<[string, number, string, string, FormChanges]>([
      ['without a DPoP proof', 400, 'invalid_dpop_proof', 'vci.dpop.header_present', { dpop: null }],
    ])('that comes %s is refused and stays usable', async (_name, status, error, check, changes) => {
      const wallet = await createHandCodeWallet(service)
      const code = await wallet.obtainCode()
      await expectRefusal(wallet, 'token', await wallet.redeem(code, changes), { status, error, check })
      expect((await wallet.redeem(code)).status).toBe(200)
    })

    it('that is unknown, and comes without redirect_uri, is refused for what is missing first (N60)', async () => {
      const wallet = await createHandCodeWallet(service)
      const answer = await wallet.redeem(randomBytes(32).toString('base64url'), {
        form: (form) => form.delete('redirect_uri'),
      })
      expect([answer.status, answer.object().error]).toEqual([400, 'invalid_request'])
      expect(String(answer.object().error_uri)).toMatch(/vci\.token\.redirect_uri_matches$/)
    })

    it('that is unknown, old or of the other issuer is refused (N56)', async () => {
      const wallet = await createHandCodeWallet(service)
      const unknown = await wallet.redeem(randomBytes(32).toString('base64url'))
      expect(unknown.object().error).toBe('invalid_grant')
      const old = await wallet.obtainCode()
      service.advance(61)
      await expectRefusal(wallet, 'token', await wallet.redeem(old), {
        status: 400,
        error: 'invalid_grant',
        check: 'vci.token.code_valid',
      })
      const other = await createHandCodeWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' })
      const foreign = await other.obtainCode()
      expect((await wallet.redeem(foreign)).object().error).toBe('invalid_grant')
      // The refusal did not use it up.
      expect((await other.redeem(foreign)).status).toBe(200)
    })

    it('that comes a second time revokes the token that came from it (N57)', async () => {
      const wallet = await createHandCodeWallet(service)
      const code = await wallet.obtainCode()
      const accessToken = String((await wallet.redeem(code)).object().access_token)
      expect((await wallet.requestCredential({ accessToken })).status).toBe(200)
      await expectRefusal(wallet, 'token', await wallet.redeem(code), {
        status: 400,
        error: 'invalid_grant',
        check: 'vci.token.code_once',
      })
      const answer = await wallet.requestCredential({ accessToken })
      expect([answer.status, answer.object().error]).toEqual([401, 'invalid_token'])
      expect((await wallet.view()).events.map(({ type }) => type)).toContain('authorization_code_replayed')
    })

    it('that comes twice at once gives one token (N58)', async () => {
      const wallet = await createHandCodeWallet(service)
      const code = await wallet.obtainCode()
      const answers = await Promise.all([wallet.redeem(code), wallet.redeem(code)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    })

    covers('A2.31', 'A4.37')
    it('may be redeemed with and without client_id, and binds the credential proof to the client', async () => {
      const wallet = await createHandCodeWallet(service)
      const answer = await wallet.redeem(await wallet.obtainCode(), { form: (form) => form.delete('client_id') })
      expect(answer.status).toBe(200)
      expect(Object.keys(answer.object()).sort()).toEqual([
        'access_token',
        'c_nonce',
        'c_nonce_expires_in',
        'expires_in',
        'token_type',
      ])
      const accessToken = String(answer.object().access_token)
      const wrong = await wallet.requestCredential({
        accessToken,
        proof: ({ claims }) => Object.assign(claims, { iss: 'x' }),
      })
      expect(wrong.object().error).toBe('invalid_proof')
      const right = await wallet.requestCredential({
        accessToken,
        proof: ({ claims }) => Object.assign(claims, { iss: wallet.clientId }),
      })
      expect(right.status).toBe(200)
    })

    it('names a client that does not authenticate: without it the code is redeemed, and a MUST fails (V19)', async () => {
      const named = async (change: (form: URLSearchParams) => void) => {
        const wallet = await createHandCodeWallet(service, {
          issuer_configuration_id: 'eu-pid-jwt-proof-only',
          dpop_nonce: 'off',
        })
        const answer = await wallet.redeem(await wallet.obtainCode(), { form: change })
        expect(answer.status, answer.body).toBe(200)
        const { checks, cause, next_step } = await wallet.view()
        return {
          found: checks.conformance.find(({ id }) => id === 'vci.token.client_id_sent_public'),
          cause,
          next_step,
        }
      }
      const { found, cause, next_step } = await named((form) => form.delete('client_id'))
      expect(found).toMatchObject({
        level: 'must',
        status: 'fail',
        rejected: false,
        clause: '4.1.3',
      })
      expect(cause?.check).toBe('vci.token.client_id_sent_public')
      expect(next_step).toBeNull()
      expect((await named(() => undefined)).found).toMatchObject({ status: 'pass' })
    })

    it('needs the DPoP nonce where the session demands it, and is not used up by the demand (N53, N55)', async () => {
      const wallet = await createHandCodeWallet(service, { dpop_nonce: 'required' })
      const demand = await wallet.push()
      expect([demand.status, demand.object().error]).toEqual([400, 'use_dpop_nonce'])
      const nonce = demand.header('dpop-nonce')
      const adopt: FormChanges = { dpop: ({ claims }) => Object.assign(claims, { nonce }) }
      const pushed = await wallet.push(adopt)
      const code = (await wallet.browse(String(pushed.object().request_uri))).searchParams.get('code') ?? ''
      expect((await wallet.redeem(code)).object().error).toBe('use_dpop_nonce')
      const foreign = (await wallet.http({ method: 'POST', path: wallet.path('nonce') })).header('dpop-nonce')
      const mixed = await wallet.redeem(code, { dpop: ({ claims }) => Object.assign(claims, { nonce: foreign }) })
      expect(mixed.object().error).toBe('use_dpop_nonce')
      expect((await wallet.redeem(code, adopt)).status).toBe(200)
    })
  })

  describe('a transaction code (N64)', () => {
    const open = (txCode: unknown = true) => createHandWallet(service, { tx_code: txCode })
    const codeOf = (wallet: Awaited<ReturnType<typeof open>>) =>
      String((wallet.created as unknown as { tx_code: string }).tx_code)
    const send = (wallet: Awaited<ReturnType<typeof open>>, code: string | null) =>
      wallet.requestToken({ form: (form) => (code === null ? undefined : form.set('tx_code', code)) })

    covers('A4.36')
    it('that is missing or wrong is refused, and the right one is taken', async () => {
      const wallet = await open()
      await expectRefusal(wallet, 'token', await send(wallet, null), {
        status: 400,
        error: 'invalid_request',
        check: 'vci.token.tx_code_sent',
      })
      await expectRefusal(
        wallet,
        'token',
        await send(wallet, '000000'.replace(/./, codeOf(wallet).startsWith('0') ? '1' : '0')),
        {
          status: 400,
          error: 'invalid_grant',
          check: 'vci.token.tx_code_correct',
        },
      )
      expect((await send(wallet, codeOf(wallet))).status).toBe(200)
    })

    it('that was wrong tells on record how many digits came', async () => {
      const wallet = await open()
      await send(wallet, '9182')
      const rejected = (await wallet.view()).events.findLast(({ type }) => type === 'token_rejected')
      expect(rejected?.detail).toMatchObject({ attempts_left: 4, sent_length: 4, sent_digits: true })
    })

    it('that was wrong five times makes the offer worthless', async () => {
      const wallet = await open({ input_mode: 'text', length: 8 })
      for (let attempt = 0; attempt < 5; attempt += 1)
        expect((await send(wallet, 'WRONGONE')).object().error).toBe('invalid_grant')
      expect(await wallet.view()).toMatchObject({ status: 'error', tx_code: null, deeplink: null })
      const ended = await send(wallet, codeOf(wallet))
      await expectRefusal(wallet, 'token', ended, {
        status: 400,
        error: 'invalid_grant',
        check: 'vci.token.preauth_code_valid',
        finding: 'warn',
      })
      expect(ended.object().error_description).toContain('was used up by wrong transaction codes')
      // A stranger who guesses codes must not learn which ones existed.
      const guessed = await (await open()).requestToken({ form: (form) => form.set('pre-authorized_code', 'a-guess') })
      expect(guessed.body).toBe(ended.body)
    })

    it('is guessed five times at most, however many guesses come at once', async () => {
      const wallet = await open()
      const wrong = codeOf(wallet).replace(/./g, (digit) => (digit === '9' ? '0' : '9'))
      await Promise.all(Array.from({ length: 12 }, () => send(wallet, wrong)))
      const { events } = await wallet.view()
      expect(events.filter(({ detail }) => detail.wrong_tx_code === true)).toHaveLength(5)
      expect((await send(wallet, codeOf(wallet))).status).toBe(400)
    })

    it('is described in the offer as it was asked for', async () => {
      const shape = { input_mode: 'text', length: 8, description: 'See the letter' }
      const wallet = await open(shape)
      const offer = (await wallet.http({ path: `/sessions/${wallet.created.session_id}/offer` })).object()
      expect(JSON.stringify(offer)).toContain(JSON.stringify(shape))
      expect(codeOf(wallet)).toMatch(/^[2-9A-Z]{8}$/)
      expect((await wallet.view()).tx_code).toBe(codeOf(wallet))
    })
  })
})
