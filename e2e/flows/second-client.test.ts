import {
  clientAuthenticationClientAttestationJwt,
  clientAuthenticationNone,
  createClientAttestationJwt,
  Oauth2Client,
  preAuthorizedCodeGrantIdentifier,
} from '@openid4vc/oauth2'
import { Openid4vciClient } from '@openid4vc/openid4vci'
import { beforeAll, describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { allCombinations, type Combination, pairwise } from '@/lib/testing/combinations'
import { covers } from '@/lib/testing/covers'
import { openWorkbench } from '@/lib/testing/open-workbench'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { verifyByLeaf } from '@/lib/testing/verify-by-leaf'
import { fetchPublished, verifyPublished } from '@/lib/testing/verify-published'
import { createKeyAttester, type KeyAttester } from '@/lib/wallet/issuer/credential/attester'
import { signJwt } from '@/lib/wallet/jose/jws'
import { generateKey, type WalletKey } from '@/lib/wallet/jose/key'
import { jwkSigner, secondClientCallbacks } from './second-client'

describe('a second client', () => {
  /**
   * An independent wallet library driven through the flows: it does not share our reading of the protocol. It encrypts
   * no credential request, so the combinations leave encryption out.
   */
  const redirectUri = 'https://wallet.example/cb'
  const clientId = 'second-client'
  /** The library accepts https only, so the service has such a name; nothing leaves this machine. */
  const publicUrl = 'https://capture.example'
  const service = serviceForTests({ env: { BASE_URL: publicUrl } })
  let attester: KeyAttester

  beforeAll(async () => {
    attester = await createKeyAttester(Date.now())
  })

  /** Routes requests for the public name to the service. */
  const send: typeof fetch = (input, init) => fetch(String(input).replace(publicUrl, service.baseUrl), init)

  /** For a wallet that wants signed metadata: the library accepts them, but leaves the Accept header to its fetch. */
  const sendForSigned: typeof fetch = (input, init) =>
    String(input).includes('/openid-credential-issuer/')
      ? send(input, { ...init, headers: { Accept: 'application/jwt' } })
      : send(input, init)

  interface CreatedSession {
    readonly session_id: string
    readonly deeplink: string
    readonly issuer_identifier: string
    readonly credential_configuration_id: string
    readonly tx_code?: string
  }

  async function createSession(request: object): Promise<CreatedSession> {
    const response = await fetch(`${service.baseUrl}/sessions`, { method: 'POST', body: JSON.stringify(request) })
    return response.json()
  }

  /** Follows the browser's redirects until they leave the service. */
  async function browse(url: string): Promise<string> {
    let next = url
    for (let hop = 0; hop < 5 && next.startsWith(publicUrl); hop += 1) {
      const response = await send(next, { redirect: 'manual', headers: { 'User-Agent': 'Mozilla/5.0 (test)' } })
      next = response.headers.get('location') ?? ''
    }
    return next
  }

  const combinations = allCombinations(
    {
      issuer: ['eu-pid-device-bound', 'eu-pid-jwt-proof-only'],
      flow: ['authorization_code', 'pre_authorized_code'],
      format: ['sd-jwt', 'mdoc'],
      offer: ['credential_offer', 'credential_offer_uri'],
      proof: ['plain', 'key_attestation', 'attestation'],
      holderKeys: [1, 3],
      signedMetadata: [false, true],
      attestedClient: [true, false],
      dpopNonce: ['off', 'offered', 'required'],
      txCode: [false, true],
    },
    ({ issuer, proof, holderKeys, flow, txCode }) =>
      (issuer === 'eu-pid-jwt-proof-only') === (proof === 'plain') &&
      (proof !== 'plain' || holderKeys === 1) &&
      (flow === 'pre_authorized_code' || !txCode),
  )
  type Choice = (typeof combinations)[number]

  async function run(created: Pick<CreatedSession, 'deeplink' | 'tx_code'>, choice: Choice) {
    const [dpopKey, instanceKey] = [generateKey(), generateKey()]
    const holderKeys = Array.from({ length: choice.holderKeys }, () => generateKey())
    const callbacks = secondClientCallbacks([dpopKey, instanceKey, attester.key, ...holderKeys], attester, send)
    const clientAuthentication = choice.attestedClient
      ? clientAuthenticationClientAttestationJwt({
          clientAttestationJwt: await createClientAttestationJwt({
            callbacks,
            clientId,
            issuer: 'https://provider.example',
            expiresAt: new Date(Date.now() + 3_600_000),
            confirmation: { jwk: { ...instanceKey.publicJwk } },
            signer: { method: 'x5c', x5c: attester.x5c, alg: 'ES256' },
          }),
          callbacks,
        })
      : clientAuthenticationNone({ clientId })
    const client = new Openid4vciClient({
      callbacks: {
        ...callbacks,
        clientAuthentication,
        ...(choice.signedMetadata ? { verifyJwt: verifyByLeaf, fetch: sendForSigned } : {}),
      },
    })
    const credentialOffer = await client.resolveCredentialOffer(created.deeplink)
    const issuerMetadata = await client.resolveIssuerMetadata(credentialOffer.credential_issuer)
    expect(issuerMetadata.signedCredentialIssuer !== undefined).toBe(choice.signedMetadata)
    const credentialConfigurationId = credentialOffer.credential_configuration_ids[0] ?? ''
    const configuration = issuerMetadata.credentialIssuer.credential_configurations_supported[credentialConfigurationId]
    const dpop = { signer: jwkSigner(dpopKey) }
    const token = async () => {
      if (credentialOffer.grants?.[preAuthorizedCodeGrantIdentifier]) {
        return client.retrievePreAuthorizedCodeAccessTokenFromOffer({
          credentialOffer,
          issuerMetadata,
          dpop,
          ...(created.tx_code === undefined ? {} : { txCode: created.tx_code }),
        })
      }
      const started = await client.createAuthorizationRequestUrlFromOffer({
        credentialOffer,
        issuerMetadata,
        clientId,
        redirectUri,
        dpop,
        ...(typeof configuration?.scope === 'string' ? { scope: configuration.scope } : {}),
      })
      const arrival = client.parseAndVerifyAuthorizationResponseRedirectUrl({
        url: await browse(started.authorizationRequestUrl),
        authorizationServerMetadata: issuerMetadata.authorizationServers[0]!,
      })
      return client.retrieveAuthorizationCodeAccessTokenFromOffer({
        credentialOffer,
        issuerMetadata,
        authorizationCode: arrival.code ?? '',
        redirectUri,
        ...(started.pkce ? { pkceCodeVerifier: started.pkce.codeVerifier } : {}),
        dpop: started.dpop ?? dpop,
      })
    }
    const { accessTokenResponse, dpop: dpopAfter } = await token()
    const accessToken = accessTokenResponse.access_token
    const { c_nonce: nonce } = await client.requestNonce({ issuerMetadata })
    const nowSeconds = Math.floor(Date.now() / 1000)
    // The library's own function for key attestations still writes the typ of an earlier draft.
    const keyAttestationJwt = signJwt({
      header: { typ: 'key-attestation+jwt', alg: 'ES256', x5c: attester.x5c },
      claims: {
        iat: nowSeconds,
        exp: nowSeconds + 30 * 86_400,
        attested_keys: holderKeys.map(({ publicJwk }) => ({ ...publicJwk })),
        key_storage: ['iso_18045_moderate'],
        user_authentication: ['iso_18045_moderate'],
        nonce,
      },
      key: attester.key,
    })
    const jwtProof = async () => {
      const named = choice.attestedClient || choice.flow === 'authorization_code'
      const { jwt } = await client.createCredentialRequestJwtProof({
        issuerMetadata,
        credentialConfigurationId,
        nonce,
        signer: jwkSigner(holderKeys[0]!),
        ...(choice.proof === 'key_attestation' ? { keyAttestationJwt } : {}),
        ...(named ? { clientId } : {}),
      })
      return { jwt: [jwt] as [string] }
    }
    // The DPoP nonce of the authorization server is not meant for the credential issuer.
    const resourceDpop = dpopAfter ? ({ ...dpopAfter, nonce: undefined } as typeof dpop) : dpop
    const answer = await client.retrieveCredentials({
      issuerMetadata,
      credentialConfigurationId,
      accessToken,
      proofs: choice.proof === 'attestation' ? { attestation: [keyAttestationJwt] } : await jwtProof(),
      dpop: resourceDpop,
    })
    await client.sendNotification({
      issuerMetadata,
      accessToken,
      dpop: { ...resourceDpop, ...answer.dpop },
      notification: { notificationId: answer.credentialResponse.notification_id ?? '', event: 'credential_accepted' },
    })
    return { credentials: answer.credentialResponse.credentials ?? [], holderKeys }
  }

  const words = (choice: Combination<Record<string, readonly unknown[]>>): string =>
    Object.entries(choice)
      .map(([name, value]) => `${name} ${String(value)}`)
      .join(', ')

  covers('A4.28')
  describe('a second wallet library', () => {
    it.each(pairwise(combinations).map((choice) => [words(choice), choice] as const))('%s', async (_words, choice) => {
      const { issuer, flow, format, offer, dpopNonce, txCode, attestedClient } = choice
      const created = await createSession({
        issuer_configuration_id: issuer,
        flow,
        credential_offer_mode: offer,
        credential_configuration_id: `urn:eu.europa.ec.eudi:pid:1.${format}.${issuer === 'eu-pid-device-bound' ? 'key-attestation-required' : 'jwt-proof'}`,
        dpop_nonce: dpopNonce,
        ...(txCode ? { tx_code: true } : {}),
      })
      const { credentials, holderKeys } = await run(created, choice)

      const published = await fetchPublished(created.issuer_identifier, created.credential_configuration_id, send)
      const verified = await Promise.all(
        credentials.map((entry) =>
          verifyPublished(String((entry as { credential: unknown }).credential), published, new Date()),
        ),
      )
      const thumbprints = (keys: readonly WalletKey[]) => keys.map(({ thumbprint }) => thumbprint).sort()
      expect(verified.map(({ holderThumbprint }) => holderThumbprint).sort()).toEqual(thumbprints(holderKeys))

      const view: IssuanceSessionView = await (await fetch(`${service.baseUrl}/sessions/${created.session_id}`)).json()
      expect(view.status).toBe('credential_accepted')
      const failed = view.checks.conformance.filter(({ status, rejected }) => status === 'fail' && !rejected)
      // The library ignores the offer's issuer_state and the DPoP nonce of the nonce endpoint; without an attestation it
      // does not meet HAIP.
      const known = [
        ...(flow === 'authorization_code' ? ['vci.par.state_present'] : []),
        ...(attestedClient || issuer === 'eu-pid-jwt-proof-only' ? [] : ['vci.client_auth.present']),
        ...(dpopNonce === 'offered' ? ['vci.dpop.nonce_adopted'] : []),
      ]
      expect([...new Set(failed.map(({ id }) => id))].sort()).toEqual(known.sort())
    })

    it('scans one code of a workbench three times and gets a fresh session each time', async () => {
      const choice = combinations.find(
        ({ flow, proof, txCode, signedMetadata }) =>
          flow === 'pre_authorized_code' && proof === 'plain' && !txCode && !signedMetadata,
      )
      if (choice === undefined) throw new Error('There is such a choice.')
      const issuance = { issuer_configuration_id: choice.issuer, flow: choice.flow }
      const { door, sessions } = await openWorkbench(service, { issuance })
      const offer = encodeURIComponent(`${publicUrl}/d/${door}/offer`)
      const deeplink = `openid-credential-offer://?credential_offer_uri=${offer}`
      for (let scan = 1; scan <= 3; scan++) expect((await run({ deeplink }, choice)).credentials).toHaveLength(1)
      const made = await sessions()
      expect(made.map(({ number }) => number)).toEqual([1, 2, 3])
      for (const { sessionId } of made) {
        const view: IssuanceSessionView = await (await fetch(`${service.baseUrl}/sessions/${sessionId}`)).json()
        expect(view.status).toBe('credential_accepted')
      }
    })
  })
})

describe('a second client in a laboratory', () => {
  /**
   * An independent wallet library at a laboratory: it refreshes, requests a batch, and returns for deferred
   * credentials.
   */
  const publicUrl = 'https://capture.example'
  const clientId = 'second-client'
  const service = serviceForTests({ env: { BASE_URL: publicUrl } })

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
    const created = await (
      await send(`${publicUrl}/sessions`, { method: 'POST', body: JSON.stringify(request) })
    ).json()
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
      return (
        await client.createCredentialRequestJwtProof({ issuerMetadata, credentialConfigurationId, nonce, signer })
      ).jwt
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
})
