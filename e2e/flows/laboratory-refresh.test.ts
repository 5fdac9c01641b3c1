import { describe, expect, it } from 'vitest'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import type { JsonRecord } from '@/lib/testing/http-client'
import { startService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

const service = serviceForTests()

const jo = 'eu-pid-jwt-proof-only'
const open = (laboratory: JsonRecord, more: JsonRecord = {}) =>
  createHandWallet(service, { issuer_configuration_id: jo, laboratory, ...more })

/** Redeems the code; returns the response. */
async function begin(laboratory: JsonRecord) {
  const wallet = await open(laboratory)
  const answer = await wallet.requestToken()
  expect(answer.status, answer.body).toBe(200)
  return { wallet, given: answer.object() as { access_token: string; refresh_token: string } }
}
const refresh = (wallet: HandWallet, token: string, change: (form: URLSearchParams) => void = () => {}) =>
  wallet.requestToken({
    form: (form) => {
      form.delete('pre-authorized_code')
      form.set('grant_type', 'refresh_token')
      form.set('refresh_token', token)
      change(form)
    },
  })
const typesOf = async (wallet: HandWallet) => (await wallet.view()).events.map(({ type }) => type)
const statusOf = async (wallet: HandWallet, id: string) =>
  (await wallet.view()).checks.conformance.findLast((one) => one.id === id)?.status

describe('a refresh token', () => {
  it('comes with the token, gets another one that issues, and is nowhere on record', async () => {
    const { wallet, given } = await begin({ refresh: {} })
    expect(given.refresh_token).toMatch(/^[\w-]{43}$/)
    const second = await refresh(wallet, given.refresh_token)
    expect(Object.keys(second.object()).sort()).toEqual(['access_token', 'expires_in', 'scope', 'token_type'])
    const accessToken = String(second.object().access_token)
    expect((await wallet.requestCredential({ accessToken })).status).toBe(200)
    // Without rotation, the first token keeps working.
    expect((await refresh(wallet, given.refresh_token)).status).toBe(200)
    const types = await typesOf(wallet)
    expect(types.filter((type) => /refresh/.test(type))).toEqual([
      'refresh_token_issued',
      'token_refreshed',
      'token_refreshed',
    ])
    expect(await statusOf(wallet, 'vci.refresh.token_known')).toBe('pass')
    const { exchanges, ...rest } = await wallet.view()
    const answer = exchanges.find(({ operation }) => operation === 'requestToken')?.response.body
    expect(answer).toMatchObject({ refresh_token: { redacted: true, present: true, length: 43 } })
    const stored = JSON.stringify([exchanges, rest, service.recorded()])
    expect(stored).not.toContain(given.refresh_token)
    const metadata = await wallet.http({
      path: `/.well-known/oauth-authorization-server${new URL(wallet.created.issuer_identifier).pathname}`,
    })
    expect(metadata.object().grant_types_supported).toContain('refresh_token')
  })

  it('that is replaced and comes again revokes all that came from it', async () => {
    const { wallet, given } = await begin({ refresh: { rotation: 'every' } })
    const second = (await refresh(wallet, given.refresh_token)).object() as typeof given
    expect(second.refresh_token).toMatch(/^[\w-]{43}$/)
    expect(second.refresh_token).not.toBe(given.refresh_token)
    expectError(await refresh(wallet, given.refresh_token), 400, 'invalid_grant')
    expect(await typesOf(wallet)).toContain('refresh_token_replayed')
    expectError(await refresh(wallet, second.refresh_token), 400, 'invalid_grant')
    for (const { access_token: accessToken } of [given, second])
      expectError(await wallet.requestCredential({ accessToken }), 401, 'invalid_token')
    expect(await statusOf(wallet, 'vci.refresh.token_known')).toBe('fail')
  })

  it('says for which session it is, whatever else comes with it', async () => {
    const { wallet, given } = await begin({ refresh: {} })
    const other = await open({ refresh: {} }, { flow: 'authorization_code' })
    const { grants } = (await other.http({ path: new URL(other.created.offer_url).pathname })).object() as {
      grants: { authorization_code: { issuer_state: string } }
    }
    const { issuer_state: handle } = grants.authorization_code
    const answer = await refresh(wallet, given.refresh_token, (form) => form.set('issuer_state', handle))
    expect(answer.status, answer.body).toBe(200)
    expect(await typesOf(wallet)).toContain('token_refreshed')
    expect(await typesOf(other)).not.toContain('token_refreshed')
    const accessToken = String(answer.object().access_token)
    expect((await wallet.requestCredential({ accessToken })).status).toBe(200)
    expect(await typesOf(wallet)).toContain('credential_issued')
  })

  it('is for what its own offer was, not for the first one of the session', async () => {
    const sdJwt = 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof'
    const mdoc = 'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof'
    const wallet = await open(
      { refresh: {}, credential_identifiers: 'always' },
      { flow: 'pre_authorized_code', credential_configuration_id: sdJwt },
    )
    const again = await wallet.http({
      method: 'POST',
      path: `/sessions/${wallet.created.session_id}/laboratory/offers`,
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify({ flow: 'pre_authorized_code', credential_configuration_id: mdoc }),
    })
    expect(again.status, again.body).toBe(201)
    const run = await runAtIssuer({ deeplink: String(again.object().deeplink), profile: { reissue: true } })
    expect([run.outcome, run.reason]).toEqual(['credential_stored', null])
    expect(run.credentials.map(({ format }) => format)).toEqual(['mso_mdoc'])
    const failed = (await wallet.view()).checks.conformance.filter((one) => one.status === 'fail')
    expect(failed.map(({ id }) => id)).toEqual([])
  })

  it('is revoked with the code that it came for', async () => {
    const { wallet, given } = await begin({ refresh: {} })
    expectError(await wallet.requestToken(), 400, 'invalid_grant')
    expectError(await refresh(wallet, given.refresh_token), 400, 'invalid_grant')
  })

  it('opens its session again, long after offer and tokens have ended', async () => {
    const own = await startService()
    try {
      const wallet = await createHandWallet(own, {
        issuer_configuration_id: jo,
        laboratory: { refresh: {}, access_token_seconds: 10, lifetime_seconds: 7200 },
      })
      const given = (await wallet.requestToken()).object() as { access_token: string; refresh_token: string }
      own.advance(3600)
      expectError(await wallet.requestCredential({ accessToken: given.access_token }), 401, 'invalid_token')
      expect((await wallet.view()).status).toBe('expired')
      const second = await refresh(wallet, given.refresh_token)
      expect(second.status, second.body).toBe(200)
      expect((await wallet.requestCredential({ accessToken: String(second.object().access_token) })).status).toBe(200)
      expect((await wallet.view()).status).toBe('credential_issued')
      // The issuer is gone by then, and with it the token, which would have lived for a day.
      own.advance(3600)
      expectError(await refresh(wallet, given.refresh_token), 404, 'issuer_not_found')
    } finally {
      await own.close()
    }
  })

  it('is worth nothing at another issuer', async () => {
    const { wallet, given } = await begin({ refresh: {} })
    const [other, without, fixed] = [await open({ refresh: {} }), await open({}), await open(undefined as never)]
    expectError(await refresh(other, given.refresh_token), 400, 'invalid_grant')
    for (const one of [without, fixed])
      expectError(await refresh(one, given.refresh_token), 400, 'unsupported_grant_type')
    expect((await refresh(wallet, given.refresh_token)).status).toBe(200)
  })

  it.each([
    ['no token', (form: URLSearchParams) => form.delete('refresh_token'), 'invalid_request'],
    ['a wider scope', (form: URLSearchParams) => form.set('scope', 'everything'), 'invalid_scope'],
    [
      'a token of a hundred thousand characters',
      (form: URLSearchParams) => form.set('refresh_token', 'x'.repeat(100_000)),
      'invalid_grant',
    ],
  ] as const)('is refused with %s', async (_name, change, error) => {
    const { wallet, given } = await begin({ refresh: {} })
    const answer = await refresh(wallet, given.refresh_token, change)
    expectError(answer, 400, error)
    expect((await refresh(wallet, given.refresh_token)).status).toBe(200)
  })

  it('is used by the reference wallet when its token is over, and to get new credentials', async () => {
    const { created } = await open({ refresh: { rotation: 'every' }, access_token_seconds: 10, batch: { size: 3 } })
    const run = await runAtIssuer({ deeplink: created.deeplink, clock: service.now, profile: { reissue: true } })
    expect([run.outcome, run.reason, run.credentials.length]).toEqual(['credential_stored', null, 3])
    expect(run.log.filter(({ step }) => step === 'refresh')).toHaveLength(1)
  })

  it('that is lost is not sent again by a wallet that behaves', async () => {
    const own = await startService()
    try {
      const wallet = await createHandWallet(own, { issuer_configuration_id: jo, fault: 'refresh_lost' })
      const { deeplink } = wallet.created
      const run = await runAtIssuer({ deeplink, clock: own.now, profile: { reissue: true } })
      expect([run.outcome, run.refusal?.error]).toEqual(['refused_by_issuer', 'invalid_grant'])
      own.advance(60)
      expect((await wallet.view()).checks.conformance.find(({ id }) => id === 'vci.fault.refused')).toMatchObject({
        status: 'pass',
      })
    } finally {
      await own.close()
    }
  })

  it('needs a new challenge where challenges are handed out', async () => {
    const own = await startService({ env: { ATTESTATION_CHALLENGE: 'on' } })
    try {
      const session = { flow: 'pre_authorized_code', issuer_configuration_id: jo, laboratory: { refresh: {} } }
      const wallet = await createHandWallet(own, session)
      const { deeplink } = wallet.created
      const run = await runAtIssuer({
        deeplink,
        clock: own.now,
        profile: { reissue: true },
        misbehave: 'vci.refresh.challenge',
      })
      expect([run.outcome, run.refusal?.error]).toEqual(['refused_by_issuer', 'use_attestation_challenge'])
      expect(await statusOf(wallet, 'vci.refresh.challenge')).toBe('fail')
    } finally {
      await own.close()
    }
  })
})

describe('what no refresh is', () => {
  it.each([
    [{ rotation: 'always' }, '/laboratory/refresh/rotation'],
    [{ lifetime_seconds: 59 }, '/laboratory/refresh/lifetime_seconds'],
    [{ lifetime: 60 }, '/laboratory/refresh/lifetime'],
  ])('%j is refused with its place', async (value, member) => {
    const wallet = await open({})
    const answer = await wallet.http({
      method: 'POST',
      path: '/sessions',
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify({ laboratory: { refresh: value } }),
    })
    expectError(answer, 400, 'unsupported_laboratory_option')
    expect(answer.object().member).toBe(member)
  })
})
