import { startService, type TestService } from '@/lib/testing/service'
import { createKeyAttester } from '@/lib/wallet/issuer/credential/attester'
import type { IssuanceOptions } from '@/lib/wallet/issuer/run-at-issuer'
import { generateKey } from '@/lib/wallet/jose/key'

/** A service for the matrix, with a wallet that it trusts and knows. */
export interface MatrixService {
  readonly service: TestService
  /** Options of every run: a trusted wallet provider, a registered client key. */
  readonly wallet: Pick<IssuanceOptions, 'attester' | 'clientKey'>
}

/** The `client_id` that is registered with a key. */
export const registeredClientId = 'registered-wallet'

/**
 * Starts the service with trust enforced, so that nothing passes for lack of an anchor. With `compared: false` no
 * response is compared with the OpenAPI document.
 */
export async function startMatrixService({ compared = true } = {}): Promise<MatrixService> {
  const clientKey = generateKey()
  const attester = await createKeyAttester(Date.now())
  const service = await startService({
    compared,
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
  return { service, wallet: { attester, clientKey } }
}
