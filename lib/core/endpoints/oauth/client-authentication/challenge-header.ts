import type { ErrorCode } from '../../../errors'
import type { HeaderField } from '../../../http/exchange'
import { currentAttestationChallenge } from '../../../oauth/client-authentication/attestation-challenge'
import type { RequestContext } from '../../../request-context'

/** The header with a fresh challenge, for a refusal because of a missing one; none for any other refusal. ABCA-8.1 */
export const challengeHeader = (error: ErrorCode, { exchange, params, ports }: RequestContext): HeaderField[] =>
  error === 'use_attestation_challenge'
    ? [
        [
          'OAuth-Client-Attestation-Challenge',
          currentAttestationChallenge({
            issuer: params.issuerConfigurationId ?? '',
            now: exchange.at,
            keyedHash: ports.keyedHash,
          }),
        ],
      ]
    : []
