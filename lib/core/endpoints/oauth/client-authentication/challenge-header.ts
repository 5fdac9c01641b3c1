import type { ErrorCode } from '../../../errors'
import type { HeaderField } from '../../../http/exchange'
import { currentAttestationChallenge } from '../../../oauth/client-authentication/attestation-challenge'
import type { RequestContext } from '../../../request-context'

/** The challenge that goes with a refusal for the want of one; nothing with any other refusal. ABCA-8.1 */
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
