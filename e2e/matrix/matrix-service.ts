import { type Differences, documentedWallet, fetchDescription } from '@/lib/testing/documented-client'
import { startService, type TestService } from '@/lib/testing/service'
import { createKeyAttester } from '@/lib/wallet/credential/attester'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { generateKey } from '@/lib/wallet/jose/key'
import type { IssuanceOptions } from '@/lib/wallet/run-issuance'

/** A service for the matrix, and what a wallet needs that it trusts and knows. */
export interface MatrixService {
  readonly service: TestService
  /** Options of every run: a trusted wallet provider, a registered client key, a transport that compares. */
  readonly wallet: Pick<IssuanceOptions, 'attester' | 'clientKey' | 'http'>
  /** Where an exchange was not as the interface description says. */
  readonly differences: Differences
}

/** The `client_id` that is registered with a key. */
export const registeredClientId = 'registered-wallet'

/** Starts the service with trust enforced, so that nothing passes for want of an anchor. */
export async function startMatrixService(): Promise<MatrixService> {
  const clientKey = generateKey()
  const attester = await createKeyAttester(Date.now())
  const service = await startService({
    env: { ATTESTATION_TRUST: 'enforce' },
    files: {
      'trust/provider.pem': attester.rootPem,
      'clients.json': JSON.stringify([
        {
          client_id: registeredClientId,
          redirect_uris: ['http://127.0.0.1/callback'],
          jwks: { keys: [{ ...clientKey.publicJwk, kid: clientKey.thumbprint }] },
        },
      ]),
    },
  })
  const differences: Differences = { found: [], compared: 0 }
  const http = documentedWallet(createNodeClient(), await fetchDescription(service.baseUrl), differences)
  return { service, wallet: { attester, clientKey, http }, differences }
}
