import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { expectError, expectRefusal, lastExchange } from '@/lib/testing/expect-refusal'
import { createHandWallet, preAuthorizedGrant, type TokenChanges } from '@/lib/testing/hand-wallet'
import { startService, type TestService } from '@/lib/testing/service'

let service: TestService
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

/** What is wrong, the error, the check that says so (below `vci.token.`), and the change. */
const bad: readonly [name: string, error: string, check: string, changes: TokenChanges][] = [
  ['no grant_type (N49)', 'invalid_request', 'grant_type', { form: (form) => form.delete('grant_type') }],
]

describe('a token request of the pre-authorized code flow', () => {
  covers('A4.36', 'A7.1')
  it.each(bad)(
    'with %s is refused as %s by vci.token.%s, and the code stays usable',
    async (_name, error, check, changes) => {
      const wallet = await createHandWallet(service)
      const answer = await wallet.requestToken(changes)
      await expectRefusal(wallet, 'token', answer, { status: 400, error, check: `vci.token.${check}` })
      expect((await wallet.requestToken()).status).toBe(200)
    },
  )

  it.each(['grant_type', 'pre-authorized_code', 'anything'])(
    'with %s twice is refused, and the code stays usable',
    async (name) => {
      const wallet = await createHandWallet(service)
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
    const wallet = await createHandWallet(service)
    const answer = await wallet.requestToken({ form: (form) => form.set('grant_type', 'refresh_token') })
    expectError(answer, 400, 'unsupported_grant_type')
    const { id } = await lastExchange(wallet, wallet.path('token'))
    const entries = (await wallet.view()).checks.conformance.filter(({ exchange_id }) => exchange_id === id)
    expect(entries.find((entry) => entry.id === 'vci.token.grant_type')).toMatchObject({ status: 'fail' })
    expect(entries.find((entry) => entry.id === 'vci.token.refresh_not_attempted')).toMatchObject({ status: 'warn' })
    expect((await wallet.requestToken()).status).toBe(200)
  })

  it('without a code is refused as incomplete', async () => {
    const wallet = await createHandWallet(service)
    const answer = await wallet.requestToken({ form: (form) => form.delete('pre-authorized_code') })
    await expectRefusal(wallet, 'token', answer, {
      status: 400,
      error: 'invalid_request',
      check: 'vci.token.preauth_code_valid',
      inSession: false,
    })
  })

  it('as JSON is refused, and the code stays usable (N66)', async () => {
    const wallet = await createHandWallet(service)
    const body = JSON.stringify({ grant_type: preAuthorizedGrant, 'pre-authorized_code': wallet.code })
    expectError(await wallet.requestToken({ headers: jsonType, body }), 400, 'invalid_request')
    expectError(await wallet.requestToken({ headers: noType }), 400, 'invalid_request')
    expect((await wallet.requestToken()).status).toBe(200)
  })

  it('with parameters of the media type and another case of it is taken', async () => {
    const wallet = await createHandWallet(service)
    const headers = (fields: [string, string][]): void => {
      fields[0] = ['Content-Type', 'Application/X-WWW-Form-URLEncoded; charset=UTF-8']
    }
    expect((await wallet.requestToken({ headers })).status).toBe(200)
  })

  it('with unknown parameters is taken, and an empty one counts as absent', async () => {
    const wallet = await createHandWallet(service)
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
    const wallet = await createHandWallet(service)
    const answer = await wallet.requestToken({ body })
    expectError(answer, 400, error)
    expect((await wallet.requestToken()).status).toBe(200)
  })
})

describe('N63: a pre-authorized code', () => {
  it('that nobody gave is refused', async () => {
    const wallet = await createHandWallet(service)
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
    const wallet = await createHandWallet(service)
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
    const wallet = await createHandWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' })
    const other = await createHandWallet(service)
    const answer = await other.requestToken({ form: (form) => form.set('pre-authorized_code', wallet.code) })
    expectError(answer, 400, 'invalid_grant')
    expect((await wallet.requestToken()).status).toBe(200)
    expect((await other.requestToken()).status).toBe(200)
  })

  it('works until its session ends, and not afterwards', async () => {
    const [intime, late] = [await createHandWallet(service), await createHandWallet(service)]
    service.advance(870)
    expect((await intime.requestToken()).status).toBe(200)
    service.advance(31)
    expectError(await late.requestToken(), 400, 'invalid_grant')
    const { status, checks } = await late.view()
    expect(status).toBe('expired')
    // The session has ended: what was wrong is listed, and counts no longer.
    const entry = checks.conformance.find(({ id, softened }) => id === 'vci.token.preauth_code_valid' && softened)
    expect(entry).toMatchObject({ status: 'warn', softened: 'after_end', rejected: true, error: 'invalid_grant' })
    expect(checks.summary.counts.fail).toBe(0)
  })

  it('of a session of the authorization code flow does not exist: issuer_state is not a code', async () => {
    const wallet = await createHandWallet(service, { flow: 'authorization_code' })
    const offer = (await wallet.http({ path: `/sessions/${wallet.created.session_id}/offer` })).json() as {
      grants: { authorization_code: { issuer_state: string } }
    }
    const answer = await wallet.requestToken({
      form: (form) => form.set('pre-authorized_code', offer.grants.authorization_code.issuer_state),
    })
    expectError(answer, 400, 'invalid_grant')
  })
})
