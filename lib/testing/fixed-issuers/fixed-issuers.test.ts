import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { issuerConfigurations } from '@/lib/core/issuer/configurations'
import { createHandCodeWallet } from '../hand-code-wallet'
import { createHandWallet } from '../hand-wallet'
import type { Fields } from '../http-client'
import { type FixedWorld, openFixedWorld } from './fixed-world'

const json: Fields = [['Content-Type', 'application/json']]
const form: Fields = [['Content-Type', 'application/x-www-form-urlencoded']]

let world: FixedWorld
beforeEach(async () => {
  world = await openFixedWorld()
})
afterEach(() => world.close())

/** What was sent, byte for byte; requests are only labels. */
const written = (): string =>
  world
    .takeAnswers()
    .map(({ request, answer }) =>
      [`${request} → ${answer.status}`, ...answer.fields.map((field) => field.join(': ')), '', answer.body, ''].join(
        '\n',
      ),
    )
    .join('\n')

const get = (path: string, headers: Fields = []) => world.http({ path, headers })
const post = (path: string, body = '', headers: Fields = form) => world.http({ method: 'POST', path, body, headers })

async function fetchDocuments(id: string): Promise<void> {
  const wellKnown = (name: string) => `/.well-known/${name}/issuers/${id}`
  await get(wellKnown('openid-credential-issuer'))
  await get(wellKnown('openid-credential-issuer'), [['Accept', 'application/jwt']])
  await get(wellKnown('openid-credential-issuer'), [['Accept', 'application/json, application/jwt;q=0.5']])
  await get(wellKnown('oauth-authorization-server'))
  await get(wellKnown('jwt-vc-issuer'))
  await get(`/.well-known/oauth-authorization-server/authorization-servers/${id}`)
  for (const name of ['jwks.json', 'credential-jwks.json', 'trust-anchor.pem', 'logo.png', 'logo.svg'])
    await get(`/issuers/${id}/${name}`)
}

async function issuePreAuthorized(id: string, credentialConfigurationId: string): Promise<string> {
  const wallet = await createHandWallet(
    world.service,
    {
      issuer_configuration_id: id,
      credential_configuration_id: credentialConfigurationId,
      credential_offer_mode: 'credential_offer_uri',
      tx_code: false,
    },
    world.http,
    world.newKey,
  )
  await get(`/sessions/${wallet.created.session_id}/deeplink`)
  await get(new URL(wallet.created.offer_url).pathname)
  const token = await wallet.obtainToken()
  const issued = await wallet.requestCredential()
  expect(issued.status, issued.body).toBe(200)
  await world.http({
    method: 'POST',
    path: wallet.path('notification'),
    headers: [...json, ['Authorization', `DPoP ${token}`], ['DPoP', wallet.dpop('notification', token)]],
    body: JSON.stringify({ notification_id: issued.object().notification_id, event: 'credential_accepted' }),
  })
  // The code was redeemed, and its token is revoked.
  await wallet.requestToken()
  await wallet.requestCredential()
  return token
}

async function issueByCode(id: string, credentialConfigurationId: string): Promise<void> {
  const wallet = await createHandCodeWallet(
    world.service,
    { issuer_configuration_id: id, credential_configuration_id: credentialConfigurationId, dpop_nonce: 'offered' },
    world,
  )
  const code = await wallet.obtainCode()
  const token = (await wallet.redeem(code)).object().access_token
  const issued = await wallet.requestCredential({ accessToken: String(token) })
  expect(issued.status, issued.body).toBe(200)
}

/** Refusals of each endpoint, for unknown handles and tokens and those of the other issuer. */
async function refusals(id: string, other: { readonly id: string; readonly token: string }): Promise<void> {
  const issuer = `/issuers/${id}`
  await get(`${issuer}/offers/00000000-0000-4000-8000-999999999999`)
  await get(`${issuer}/nonce`)
  await post(`${issuer}/challenge`)
  await post(`${issuer}/par`, 'response_type=token')
  await post(`${issuer}/par`, 'issuer_state=unknown')
  await get(`${issuer}/authorize?request_uri=urn:unknown&client_id=wallet`)
  await get(`${issuer}/redirect?state=unknown`)
  await get(`/authorization-servers/${id}/authorize?state=unknown`)
  await post(`/authorization-servers/${id}/token`, 'grant_type=authorization_code&client_id=wallet&client_secret=none')
  await post(`${issuer}/token`, 'grant_type=authorization_code')
  await post(`${issuer}/credential`, '{}', json)
  await post(`${issuer}/notification`, '{}', json)
  await get(`${issuer}/unknown`)
  await get(`/issuers/${id}x/jwks.json`)
  const wallet = await createHandWallet(
    world.service,
    { issuer_configuration_id: id, tx_code: { length: 5 }, dpop_nonce: 'required' },
    world.http,
    world.newKey,
  )
  await wallet.requestToken()
  await wallet.requestCredential({ accessToken: other.token })
  const stranger = await createHandWallet(
    world.service,
    { issuer_configuration_id: other.id },
    world.http,
    world.newKey,
  )
  const nonce = await stranger.freshNonce()
  const here = await createHandWallet(world.service, { issuer_configuration_id: id }, world.http, world.newKey)
  await here.requestToken({ form: (sent) => sent.set('pre-authorized_code', stranger.code) })
  await here.requestCredential({ nonce })
}

describe('the issuers that the requirements fix', () => {
  it.each(issuerConfigurations.map(({ id }) => id))('%s serves and answers byte for byte what it did', async (id) => {
    const issuer = issuerConfigurations.find((one) => one.id === id)
    const other = issuerConfigurations.find((one) => one.id !== id)?.id ?? ''
    await fetchDocuments(id)
    const [first = '', second = ''] = issuer?.credentialConfigurations.map((one) => one.id) ?? []
    for (const [preAuthorized, byCode] of [
      [first, second],
      [second, first],
    ] as const) {
      await issuePreAuthorized(id, preAuthorized)
      await issueByCode(id, byCode)
    }
    const token = await (
      await createHandWallet(world.service, { issuer_configuration_id: other }, world.http, world.newKey)
    ).obtainToken()
    await refusals(id, { id: other, token })
    await expect(written()).toMatchFileSnapshot(`${id}.txt`)
  })
})
