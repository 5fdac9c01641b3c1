import { clientAuthenticationNone, Oauth2Client } from '@openid4vc/oauth2'
import { Openid4vciClient } from '@openid4vc/openid4vci'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { startService, type TestService } from '@/lib/testing/service'
import { fetchPublished, verifyPublished } from '@/lib/testing/verify-published'
import { createKeyAttester } from '@/lib/wallet/issuer/credential/attester'
import { generateKey } from '@/lib/wallet/jose/key'
import { jwkSigner, secondClientCallbacks } from './second-client'

/** An independent wallet library at a laboratory: it refreshes, asks for a batch and comes back for what was deferred. */
const publicUrl = 'https://capture.example'
const clientId = 'second-client'
let service: TestService
beforeAll(async () => {
  service = await startService({ env: { BASE_URL: publicUrl } })
})
afterAll(() => service.close())

it('gets a batch that was deferred, with a refreshed token, from a second wallet library', async () => {
  const named: typeof fetch = (input, init) => fetch(String(input).replace(publicUrl, service.baseUrl), init)
  /** This version of the library takes credentials with a `notification_id` for an error: its issue 245. */
  const send: typeof fetch = async (input, init) => {
    const answer = await named(input, init)
    if (!String(input).endsWith('/deferred') || answer.status !== 200) return answer
    const { notification_id, ...body } = await answer.json()
    notificationId = notification_id
    return Response.json(body)
  }
  let notificationId = ''
  const request = {
    issuer_configuration_id: 'eu-pid-jwt-proof-only',
    credential_configuration_id: 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof',
    flow: 'pre_authorized_code',
    // The library adopts no DPoP nonce of the credential issuer.
    dpop_nonce: 'off',
    laboratory: { batch: { size: 3 }, deferred: { interval: 7, pending: 1 }, refresh: {} },
  }
  const created = await (await send(`${publicUrl}/sessions`, { method: 'POST', body: JSON.stringify(request) })).json()
  const attester = await createKeyAttester(Date.now())
  const dpopKey = generateKey()
  const holderKeys = [generateKey(), generateKey(), generateKey()]
  const callbacks = {
    ...secondClientCallbacks([dpopKey, ...holderKeys], attester, send),
    clientAuthentication: clientAuthenticationNone({ clientId }),
  }
  const client = new Openid4vciClient({ callbacks })
  const credentialOffer = await client.resolveCredentialOffer(created.deeplink)
  const issuerMetadata = await client.resolveIssuerMetadata(credentialOffer.credential_issuer)
  expect(issuerMetadata.credentialIssuer.batch_credential_issuance).toEqual({ batch_size: 3 })
  const first = await client.retrievePreAuthorizedCodeAccessTokenFromOffer({
    credentialOffer,
    issuerMetadata,
    dpop: { signer: jwkSigner(dpopKey) },
  })
  const { c_nonce: nonce } = await client.requestNonce({ issuerMetadata })
  const [credentialConfigurationId = ''] = credentialOffer.credential_configuration_ids
  const proofOf = async (key: (typeof holderKeys)[number]) => {
    const signer = jwkSigner(key)
    return (await client.createCredentialRequestJwtProof({ issuerMetadata, credentialConfigurationId, nonce, signer }))
      .jwt
  }
  const jwt = (await Promise.all(holderKeys.map(proofOf))) as [string, ...string[]]
  const atResource = { signer: jwkSigner(dpopKey) }
  const asked = await client.retrieveCredentials({
    issuerMetadata,
    credentialConfigurationId,
    accessToken: first.accessTokenResponse.access_token,
    proofs: { jwt },
    dpop: atResource,
  })
  expect(asked.credentialResponse).toMatchObject({ transaction_id: expect.any(String), interval: 7 })

  const refreshed = await new Oauth2Client({ callbacks }).retrieveRefreshTokenAccessToken({
    authorizationServerMetadata: issuerMetadata.authorizationServers[0]!,
    refreshToken: String(first.accessTokenResponse.refresh_token),
    dpop: { signer: jwkSigner(dpopKey) },
  })
  const poll = async () => {
    service.advance(7)
    const { deferredCredentialResponse } = await client.retrieveDeferredCredentials({
      issuerMetadata,
      accessToken: refreshed.accessTokenResponse.access_token,
      transactionId: String(asked.credentialResponse.transaction_id),
      dpop: atResource,
    })
    return deferredCredentialResponse
  }
  expect(await poll()).toMatchObject({ transaction_id: asked.credentialResponse.transaction_id, interval: 7 })
  const { credentials = [] } = await poll()

  const published = await fetchPublished(created.issuer_identifier, credentialConfigurationId, send)
  const verified = await Promise.all(
    credentials.map((one) =>
      verifyPublished(String((one as { credential: unknown }).credential), published, new Date()),
    ),
  )
  expect(verified.map(({ holderThumbprint }) => holderThumbprint)).toEqual(
    holderKeys.map(({ thumbprint }) => thumbprint),
  )
  await client.sendNotification({
    issuerMetadata,
    accessToken: refreshed.accessTokenResponse.access_token,
    dpop: atResource,
    notification: { notificationId, event: 'credential_accepted' },
  })
  const view: IssuanceSessionView = await (await send(`${publicUrl}/sessions/${created.session_id}`)).json()
  expect(view.status).toBe('credential_accepted')
  const failed = view.checks.conformance.filter(({ status }) => status === 'fail').map(({ id }) => id)
  // The library leaves the Accept header to its fetch.
  expect([...new Set(failed)]).toEqual(['vci.metadata.accept_header'])
})
