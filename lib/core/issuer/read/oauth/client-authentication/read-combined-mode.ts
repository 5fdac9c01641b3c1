import type { IssuerContext } from '../../../configurations/issuer-in-play'
import type { DpopProof, DpopReading } from '../dpop/dpop-reading'
import { asksForChallenge } from './attestation-challenge'
import type { ClientAuthenticationReading } from './client-authentication-reading'
import { readChallenge } from './read-wallet-attestation'

interface Proven {
  readonly client: ClientAuthenticationReading
  readonly dpop: DpopReading
}

/**
 * Where the DPoP proof of a request is the proof of possession of its wallet attestation, adds to each reading what the other one
 * says. A challenge for the attestation then takes the place of the DPoP nonce.
 * @see ABCA10-5.2, ABCA10-7.3
 */
export function readCombinedMode({ client, dpop }: Proven, context: IssuerContext): Proven {
  const { attestation } = client
  if (attestation === null || attestation.combined === null) return { client, dpop }
  const { proof } = dpop
  const combined = { signature: proof?.signature ?? null, thumbprint: proof?.thumbprint ?? null }
  return {
    client: {
      ...client,
      attestation: { ...attestation, combined, ...readChallenge(proof?.claims.nonce, context) },
    },
    dpop: asksForChallenge(context) ? { ...dpop, policy: 'off', proof: proof && answering(proof) } : dpop,
  }
}

const answering = (proof: DpopProof): DpopProof =>
  proof.nonce.state === 'absent' ? proof : { ...proof, nonce: { state: 'challenge' } }
