import { createHash, randomBytes } from 'node:crypto'
import {
  clientAuthenticationClientAttestationJwt,
  clientAuthenticationNone,
  createClientAttestationJwt,
  type JwtSigner,
  preAuthorizedCodeGrantIdentifier,
} from '@openid4vc/oauth2'
import { Openid4vciClient } from '@openid4vc/openid4vci'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/evidence/session-view'
import { startService, type TestService } from '@/lib/testing/service'
import { createKeyAttester, type KeyAttester } from '@/lib/wallet/credential/attester'
import { signJwt } from '@/lib/wallet/jose/jws'
import { generateKey, type WalletKey } from '@/lib/wallet/jose/key'

/** A wallet library that others wrote, driven through the flows: what it takes for the protocol is not what we do. */
const redirectUri = 'https://wallet.example/cb'
const clientId = 'second-client'
/** The library accepts https only, so the service goes by such a name; nothing leaves this machine. */
const publicUrl = 'https://capture.example'
let service: TestService
let attester: KeyAttester

beforeAll(async () => {
  service = await startService({ env: { BASE_URL: publicUrl } })
  attester = await createKeyAttester(Date.now())
})
afterAll(() => service.close())

/** Sends to the service what is meant for its public name. */
const send: typeof fetch = (input, init) => fetch(String(input).replace(publicUrl, service.baseUrl), init)

/** Keys of one run, by thumbprint or by certificate. */
function createCallbacks(keys: readonly WalletKey[]) {
  const keyOf = (signer: JwtSigner): WalletKey => {
    const found = keys.find((key) =>
      signer.method === 'x5c'
        ? key === attester.key
        : signer.method === 'jwk' && signer.publicJwk.x === key.publicJwk.x,
    )
    if (found === undefined) throw new Error('The test has no such key.')
    return found
  }
  return {
    fetch: send,
    hash: (data: Uint8Array, algorithm: string) =>
      new Uint8Array(createHash(algorithm.replace('-', '')).update(data).digest()),
    generateRandom: (bytes: number) => new Uint8Array(randomBytes(bytes)),
    signJwt: (signer: JwtSigner, { header, payload }: { header: object; payload: object }) => {
      const key = keyOf(signer)
      const draft = { header: JSON.parse(JSON.stringify(header)), claims: JSON.parse(JSON.stringify(payload)), key }
      return { jwt: signJwt(draft), signerJwk: { ...key.publicJwk } }
    },
  }
}

async function createSession(request: object): Promise<{ session_id: string; deeplink: string; tx_code?: string }> {
  const response = await fetch(`${service.baseUrl}/sessions`, { method: 'POST', body: JSON.stringify(request) })
  return response.json()
}

/** Follows the redirects of the browser until they leave the service. */
async function browse(url: string): Promise<string> {
  let next = url
  for (let hop = 0; hop < 5 && next.startsWith(publicUrl); hop += 1) {
    const response = await send(next, { redirect: 'manual', headers: { 'User-Agent': 'Mozilla/5.0 (test)' } })
    next = response.headers.get('location') ?? ''
  }
  return next
}

async function run(
  deeplink: string,
  { attested, txCode }: { readonly attested: boolean; readonly txCode?: string | undefined },
) {
  const [dpopKey, holderKey, instanceKey] = [generateKey(), generateKey(), generateKey()]
  const callbacks = createCallbacks([dpopKey, holderKey, instanceKey, attester.key])
  const jwkSigner = (key: WalletKey) => ({ method: 'jwk', publicJwk: { ...key.publicJwk }, alg: 'ES256' }) as const
  const clientAuthentication = attested
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
    callbacks: { ...callbacks, clientAuthentication },
  })
  const credentialOffer = await client.resolveCredentialOffer(deeplink)
  const issuerMetadata = await client.resolveIssuerMetadata(credentialOffer.credential_issuer)
  const credentialConfigurationId = credentialOffer.credential_configuration_ids[0] ?? ''
  const configuration = issuerMetadata.credentialIssuer.credential_configurations_supported[credentialConfigurationId]
  const dpop = { signer: jwkSigner(dpopKey) }
  const token = async () => {
    if (credentialOffer.grants?.[preAuthorizedCodeGrantIdentifier]) {
      return client.retrievePreAuthorizedCodeAccessTokenFromOffer({
        credentialOffer,
        issuerMetadata,
        dpop,
        ...(txCode === undefined ? {} : { txCode }),
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
  const { c_nonce: nonce } = await client.requestNonce({ issuerMetadata })
  const nowSeconds = Math.floor(Date.now() / 1000)
  const keyAttestationJwt = signJwt({
    header: { typ: 'key-attestation+jwt', alg: 'ES256', x5c: attester.x5c },
    claims: {
      iat: nowSeconds,
      exp: nowSeconds + 30 * 86_400,
      attested_keys: [{ ...holderKey.publicJwk }],
      key_storage: ['iso_18045_moderate'],
      user_authentication: ['iso_18045_moderate'],
      nonce,
    },
    key: attester.key,
  })
  const named = attested || credentialOffer.grants?.[preAuthorizedCodeGrantIdentifier] === undefined
  const { jwt } = await client.createCredentialRequestJwtProof({
    issuerMetadata,
    credentialConfigurationId,
    nonce,
    signer: jwkSigner(holderKey),
    keyAttestationJwt,
    ...(named ? { clientId } : {}),
  })
  return client.retrieveCredentials({
    issuerMetadata,
    credentialConfigurationId,
    accessToken: accessTokenResponse.access_token,
    proofs: { jwt: [jwt] },
    dpop: dpopAfter ? ({ ...dpopAfter, nonce: undefined } as typeof dpop) : dpop,
  })
}

describe('a second wallet library', () => {
  it.each<[string, string, boolean, object]>([
    ['authorization_code', 'credential_offer', false, {}],
    ['authorization_code', 'credential_offer_uri', true, {}],
    ['authorization_code', 'credential_offer', true, { dpop_nonce: 'off' }],
    ['authorization_code', 'credential_offer', true, { dpop_nonce: 'required' }],
    ['pre_authorized_code', 'credential_offer_uri', true, {}],
    ['pre_authorized_code', 'credential_offer', true, { tx_code: true }],
  ])('gets a credential by %s, %s, attested %s, %j', async (flow, mode, attested, options) => {
    const created = await createSession({ flow, credential_offer_mode: mode, ...options })
    const answer = await run(created.deeplink, { attested, txCode: created.tx_code })
    expect(answer.ok).toBe(true)
    expect(answer.credentialResponse?.credentials).toHaveLength(1)
    const view: IssuanceSessionView = await (await fetch(`${service.baseUrl}/sessions/${created.session_id}`)).json()
    expect(view.status).toBe('credential_issued')
    const failed = view.checks.conformance.filter(({ status, rejected }) => status === 'fail' && !rejected)
    // The library sends no state from an offer and does not take over the DPoP nonce of the nonce endpoint; without an
    // attestation it falls short of HAIP.
    const known = [
      ...(flow === 'authorization_code' ? ['vci.par.state_present'] : []),
      ...(attested ? [] : ['vci.client_auth.present']),
      ...(view.options.dpop_nonce === 'offered' ? ['vci.dpop.nonce_adopted'] : []),
    ]
    expect([...new Set(failed.map(({ id }) => id))]).toEqual(known)
  })
})
