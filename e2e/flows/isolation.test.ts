import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHandCodeWallet, type HandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import type { HttpAnswer } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'

/** What one issuer configuration issued is refused by the other, stays valid at its own, and shows in its session. */
let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const [db, jo] = ['eu-pid-device-bound', 'eu-pid-jwt-proof-only'] as const
const directions = [
  [db, jo],
  [jo, db],
] as const
const at = (id: string, url: string): string => {
  const { pathname, search } = new URL(url, service.baseUrl)
  return `${pathname}${search}`.replace(/\/(issuers|authorization-servers)\/[^/?]+/, `/$1/${id}`)
}
const form: [string, string] = ['Content-Type', 'application/x-www-form-urlencoded']
const moved = (answer: HttpAnswer): void => expect([answer.status, answer.body]).toEqual([302, ''])

/** The other issuer's refusal is in the session, and the session says that the wallet was at the wrong issuer. */
async function expectAstray(wallet: HandWallet, path: string): Promise<void> {
  const { exchanges, checks } = await wallet.view()
  expect(exchanges.at(-1)).toMatchObject({ path, correlation: 'exact' })
  expect(checks.conformance.find(({ id }) => id === 'vci.flow.issuer_isolation')).toMatchObject({ status: 'fail' })
}

/** A proof for an endpoint of the other issuer, so that only the handle is wrong. */
const proofFor = (wallet: HandWallet, id: string, endpoint: string, accessToken?: string): string =>
  wallet.dpop(endpoint, accessToken, ({ claims }) => {
    claims.htu = `${service.baseUrl}/issuers/${id}/${endpoint}`
  })

covers('A1.1')
describe.each(directions)('of %s, at %s', (own, other) => {
  const open = (more = {}): Promise<HandCodeWallet> =>
    createHandCodeWallet(service, { issuer_configuration_id: own, ...more })
  const pre = (more = {}): Promise<HandWallet> => createHandWallet(service, { issuer_configuration_id: own, ...more })

  it('an offer', async () => {
    const wallet = await open({ credential_offer_mode: 'credential_offer_uri' })
    const path = at(other, wallet.created.offer_url)
    expectError(await wallet.http({ path }), 404, 'credential_offer_not_found')
    await expectAstray(wallet, path)
    expect((await wallet.view()).status).toBe('created')
    expect((await wallet.http({ path: at(own, wallet.created.offer_url) })).status).toBe(200)
  })

  it('an issuer_state', async () => {
    const wallet = await open()
    const stranger = await createHandCodeWallet(service, { issuer_configuration_id: other })
    const answer = await stranger.push({ form: (fields) => fields.set('issuer_state', wallet.issuerState) })
    expectError(answer, 400, 'invalid_request')
    await expectAstray(wallet, at(other, wallet.path('par')))
    expect((await wallet.push()).status).toBe(201)
  })

  it('a request_uri', async () => {
    const wallet = await open()
    const url = wallet.authorizeUrl(await wallet.pushed())
    expectError(await wallet.open(at(other, url)), 400, 'invalid_request_uri')
    await expectAstray(wallet, at(other, wallet.path('authorize')))
    moved(await wallet.open(url))
  })

  it('a state and a code of the chained server', async () => {
    const wallet = await open()
    const onward = (await wallet.open(wallet.authorizeUrl(await wallet.pushed()))).header('location') ?? ''
    expectError(await wallet.open(at(other, onward)), 400, 'invalid_request')
    await expectAstray(wallet, `/authorization-servers/${other}/authorize`)
    const back = (await wallet.open(onward)).header('location') ?? ''
    expectError(await wallet.open(at(other, back)), 400, 'invalid_request')
    await expectAstray(wallet, `/issuers/${other}/redirect`)
    moved(await wallet.open(back))
  })

  it('an authorization code', async () => {
    const wallet = await open()
    const code = await wallet.obtainCode()
    const answer = await wallet.http({
      method: 'POST',
      path: `/issuers/${other}/token`,
      headers: [form, ['DPoP', proofFor(wallet, other, 'token')]],
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        code_verifier: wallet.verifier,
        redirect_uri: wallet.redirectUri,
        client_id: wallet.clientId,
      }).toString(),
    })
    expectError(answer, 400, 'invalid_grant')
    await expectAstray(wallet, `/issuers/${other}/token`)
    expect((await wallet.redeem(code)).status).toBe(200)
  })

  it('a pre-authorized code', async () => {
    const wallet = await pre()
    const answer = await wallet.http({
      method: 'POST',
      path: `/issuers/${other}/token`,
      headers: [form, ['DPoP', proofFor(wallet, other, 'token')]],
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:pre-authorized_code',
        'pre-authorized_code': wallet.code,
      }).toString(),
    })
    expectError(answer, 400, 'invalid_grant')
    await expectAstray(wallet, `/issuers/${other}/token`)
    expect((await wallet.requestToken()).status).toBe(200)
  })

  it('an access token', async () => {
    const wallet = await pre()
    const accessToken = await wallet.obtainToken()
    const answer = await wallet.http({
      method: 'POST',
      path: `/issuers/${other}/credential`,
      headers: [
        ['Content-Type', 'application/json'],
        ['Authorization', `DPoP ${accessToken}`],
        ['DPoP', proofFor(wallet, other, 'credential', accessToken)],
      ],
      body: '{}',
    })
    expectError(answer, 401, 'invalid_token')
    await expectAstray(wallet, `/issuers/${other}/credential`)
    // A token that is invalid there changes nothing: no credential was requested with a valid one.
    expect((await wallet.view()).status).toBe('token_issued')
    expect((await wallet.requestCredential()).status).toBe(200)
  })

  it('a c_nonce', async () => {
    const wallet = await createHandWallet(service, { issuer_configuration_id: other })
    await wallet.obtainToken()
    const foreign = String((await wallet.http({ method: 'POST', path: `/issuers/${own}/nonce` })).object().c_nonce)
    expectError(await wallet.requestCredential({ nonce: foreign }), 400, 'invalid_nonce')
    const home = await pre()
    await home.obtainToken()
    expect((await home.requestCredential({ nonce: foreign })).status).toBe(200)
  })

  it('a DPoP nonce', async () => {
    const [wallet, stranger] = await Promise.all(
      [own, other].map((id) => createHandCodeWallet(service, { issuer_configuration_id: id, dpop_nonce: 'required' })),
    )
    const nonce = (await wallet!.push()).header('dpop-nonce')
    const adopt = { dpop: ({ claims }: { claims: Record<string, unknown> }) => void Object.assign(claims, { nonce }) }
    expectError(await stranger!.push(adopt), 400, 'use_dpop_nonce')
    expect((await wallet!.push(adopt)).status).toBe(201)
  })

  it('a notification_id, with the token of either', async () => {
    const wallet = await pre()
    const accessToken = await wallet.obtainToken()
    const id = String((await wallet.requestCredential()).object().notification_id)
    const stranger = await createHandWallet(service, { issuer_configuration_id: other })
    const foreignToken = await stranger.obtainToken()
    const notify = (sender: HandWallet, token: string, issuer: string) =>
      wallet.http({
        method: 'POST',
        path: `/issuers/${issuer}/notification`,
        headers: [
          ['Content-Type', 'application/json'],
          ['Authorization', `DPoP ${token}`],
          ['DPoP', proofFor(sender, issuer, 'notification', token)],
        ],
        body: JSON.stringify({ notification_id: id, event: 'credential_failure' }),
      })
    expectError(await notify(stranger, foreignToken, other), 400, 'invalid_notification_id')
    expectError(await notify(wallet, accessToken, other), 401, 'invalid_token')
    await expectAstray(wallet, `/issuers/${other}/notification`)
    expect((await wallet.view()).status).toBe('credential_issued')
    expect((await wallet.view()).observed.notification).toBeNull()
    expect((await notify(wallet, accessToken, own)).status).toBe(204)
  })
})
