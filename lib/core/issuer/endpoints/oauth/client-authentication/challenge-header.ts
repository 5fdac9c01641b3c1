import type { RequestContext } from '../../../../engine/endpoints/request-context'
import type { HeaderField } from '../../../../ground/http/exchange'
import type { ErrorCode } from '../../../../ground/ports/errors'
import { currentAttestationChallenge } from '../../../read/oauth/client-authentication/attestation-challenge'

/** The header with a fresh challenge if the request was refused for lack of one; otherwise none. ABCA-8.1 */
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
