import type { HeaderField } from '../../../../ground/http/exchange'
import type { ErrorCode } from '../../../../ground/ports/errors'
import type { IssuerContext } from '../../../configurations/issuer-in-play'
import { newAttestationChallenge } from '../../../read/oauth/client-authentication/attestation-challenge'

/** The header with a fresh challenge if the request was refused for lack of one; otherwise none. ABCA-8.1 */
export const challengeHeader = (error: ErrorCode, { exchange, issuer, ports }: IssuerContext): HeaderField[] =>
  error === 'use_attestation_challenge'
    ? [
        [
          'OAuth-Client-Attestation-Challenge',
          newAttestationChallenge({
            issuer: issuer.id,
            now: exchange.at,
            keyedHash: ports.keyedHash,
            random: ports.random,
          }),
        ],
      ]
    : []
