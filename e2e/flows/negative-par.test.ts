import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { expectError, expectOnRecord, expectRefusal, lastExchange } from '@/lib/testing/expect-refusal'
import { createHandCodeWallet, type FormChanges, type HandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { startService, type TestService } from '@/lib/testing/service'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const set =
  (name: string, value: string): NonNullable<FormChanges['form']> =>
  (form) =>
    form.set(name, value)
const without =
  (name: string): NonNullable<FormChanges['form']> =>
  (form) =>
    form.delete(name)

/** What is wrong, the number of the case, the error, the deciding check, the change. */
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
    const findings = (await service.container.ports.store.ledger(1))[0]?.findings
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
      const findings = (await service.container.ports.store.ledger(1))[0]?.findings
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
