import { clientAuthenticationClientAttestationJwt, createClientAttestationJwt } from '@openid4vc/oauth2'
import { Openid4vciClient } from '@openid4vc/openid4vci'
import { describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { createKeyAttester } from '@/lib/wallet/issuer/credential/attester'
import { signJwt } from '@/lib/wallet/jose/jws'
import { generateKey } from '@/lib/wallet/jose/key'
import type { JsonObject } from '@/lib/wallet/json'
import { jwkSigner, secondClientCallbacks } from './second-client'

/** A wallet of another library, whose attestations have the claims of TS3, at an issuer that demands them. */
const publicUrl = 'https://capture.example'
const clientId = 'second-client'
const service = serviceForTests({ env: { BASE_URL: publicUrl } })
const send: typeof fetch = (input, init) => fetch(String(input).replace(publicUrl, service.baseUrl), init)

const daySeconds = 86_400
const nowSeconds = () => Math.floor(Date.now() / 1000)
const keptStatus = (uri: string, idx: number): JsonObject => ({
  status: { status_list: { idx, uri } },
  exp: nowSeconds() + 40 * daySeconds,
})

async function createSession(): Promise<{ id: string; deeplink: string; lists: Record<string, string> }> {
  const body = {
    issuer_configuration_id: 'eu-pid-device-bound',
    flow: 'pre_authorized_code',
    trust_framework: 'eu',
    dpop_nonce: 'off',
    laboratory: { wallet_unit: { demand: 'ts3', check_status: true } },
  }
  const post = { method: 'POST', body: JSON.stringify(body) }
  const { session_id: id, deeplink } = await (await send(`${publicUrl}/sessions`, post)).json()
  const { laboratory } = await readBack(id)
  const { wallet_unit: unit } = laboratory as unknown as { wallet_unit: { lists: Record<string, string> } }
  return { id, deeplink, lists: unit.lists }
}

const readBack = async (id: string): Promise<IssuanceSessionView> => (await send(`${publicUrl}/sessions/${id}`)).json()

/** Fetches the credential of an offer. `unit` changes the claims of the wallet attestation. */
async function issue(deeplink: string, lists: Record<string, string>, unit: JsonObject = {}) {
  const attester = await createKeyAttester(Date.now())
  const [dpopKey, instanceKey, holderKey] = [generateKey(), generateKey(), generateKey()]
  const callbacks = secondClientCallbacks([dpopKey, instanceKey, holderKey, attester.key], attester, send)
  const clientAttestationJwt = await createClientAttestationJwt({
    callbacks,
    clientId,
    // The library makes and reads no attestation without iss, which TS3 leaves out; an issuer in the framework takes both.
    issuer: 'https://provider.example',
    issuedAt: new Date(),
    expiresAt: new Date(Date.now() + 3_600_000),
    confirmation: { jwk: { ...instanceKey.publicJwk } },
    signer: { method: 'x5c', x5c: attester.x5c, alg: 'ES256' },
    additionalPayload: {
      wallet_name: 'Second wallet',
      wallet_version: '2.0',
      wallet_link: 'https://wallet.example/about',
      wallet_solution_certification_information: 'https://wallet.example/certificate',
      client_status: keptStatus(lists.client ?? '', 7),
      ...unit,
    },
  })
  const clientAuthentication = clientAuthenticationClientAttestationJwt({ clientAttestationJwt, callbacks })
  const client = new Openid4vciClient({ callbacks: { ...callbacks, clientAuthentication } })
  const credentialOffer = await client.resolveCredentialOffer(deeplink)
  const issuerMetadata = await client.resolveIssuerMetadata(credentialOffer.credential_issuer)
  const dpop = { signer: jwkSigner(dpopKey) }
  const { accessTokenResponse } = await client.retrievePreAuthorizedCodeAccessTokenFromOffer({
    credentialOffer,
    issuerMetadata,
    dpop,
  })
  const { c_nonce: nonce } = await client.requestNonce({ issuerMetadata })
  const [credentialConfigurationId = ''] = credentialOffer.credential_configuration_ids
  const keyAttestationJwt = signJwt({
    header: { typ: 'key-attestation+jwt', alg: 'ES256', x5c: attester.x5c },
    claims: {
      iat: nowSeconds(),
      exp: nowSeconds() + 30 * daySeconds,
      attested_keys: [{ ...holderKey.publicJwk }],
      key_storage: ['iso_18045_high'],
      user_authentication: ['iso_18045_high'],
      certification: 'https://wallet.example/wscd',
      key_storage_status: keptStatus(lists.key_storage ?? '', 9),
      nonce,
    },
    key: attester.key,
  })
  const { jwt } = await client.createCredentialRequestJwtProof({
    issuerMetadata,
    credentialConfigurationId,
    nonce,
    signer: jwkSigner(holderKey),
    keyAttestationJwt,
    clientId,
  })
  return client.retrieveCredentials({
    issuerMetadata,
    credentialConfigurationId,
    accessToken: accessTokenResponse.access_token,
    proofs: { jwt: [jwt] },
    dpop,
  })
}

/** Failures of the session among the checks of attestations. */
const failed = ({ checks }: IssuanceSessionView): string[] => [
  ...new Set(
    checks.conformance
      .filter(({ id, status }) => status === 'fail' && /^vci\.(wallet|key)_attestation\./.test(id))
      .map(({ id }) => id),
  ),
]

describe('a second wallet library at an issuer that demands attestations of TS3', () => {
  it('gets a credential, and each attestation passes', async () => {
    const { id, deeplink, lists } = await createSession()
    const { credentialResponse } = await issue(deeplink, lists)
    expect(credentialResponse.credentials).toHaveLength(1)
    const view = await readBack(id)
    expect(failed(view)).toEqual([])
    expect(view.observed.wallet_unit).toMatchObject({ wallet_name: 'Second wallet', client_status_days: 40 })
    for (const check of ['vci.wallet_attestation.client_status', 'vci.key_attestation.key_storage_status'])
      expect(view.checks.conformance).toContainEqual(expect.objectContaining({ id: check, status: 'pass' }))
  })

  it('is refused where a claim of TS3 is missing, by the check of that claim', async () => {
    const { id, deeplink, lists } = await createSession()
    await expect(issue(deeplink, lists, { wallet_version: '' })).rejects.toThrow('invalid_client')
    expect(failed(await readBack(id))).toEqual(['vci.wallet_attestation.wallet_identity'])
  })
})
