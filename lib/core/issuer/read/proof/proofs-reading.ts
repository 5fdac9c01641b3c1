import type { SessionId } from '../../../ground/ports/ids'
import type { HolderKey } from './holder-keys'
import type { JwtProofReading } from './jwt-proof-reading'
import type { KeyAttestationReading } from './key-attestation-reading'
import type { NonceFacts } from './read-nonce'

/** The facts of a credential request's proof. A part that the request lacks is `null`. */
export interface ProofsReading {
  /** The issuer has a nonce endpoint, so that a proof has to carry its nonce. OID4VCI-1FINALA-F.1 */
  readonly hasNonceEndpoint: boolean
  readonly type: 'jwt' | 'attestation' | null
  readonly jwt: JwtProofReading | null
  /** Not `null` for a `jwt` proof without an attestation: then the absence is the fact. */
  readonly keyAttestation: KeyAttestationReading | null
  /** The nonce that proves the freshness: that of the `jwt` proof or of the `attestation` proof. */
  readonly nonce: NonceFacts | null
  /**
   * Keys that the wallet proved to hold, or that a validly signed attestation lists: those of all proofs, as many as can get
   * a credential.
   */
  readonly holderKeys: readonly SeenHolderKey[]
  readonly sessionId: SessionId | null
  /** The proofs after the first, each read as if it had come alone. Only a batch has any. OID4VCI-1FINAL-8.2 */
  readonly others: readonly ProofsReading[]
}

/** Every proof of a request, in order. */
export const eachProof = (reading: ProofsReading): readonly ProofsReading[] => [reading, ...reading.others]

/** A holder key and the session that presented it first; `null` if it is new. */
export interface SeenHolderKey extends HolderKey {
  readonly digest: string
  readonly firstSession: SessionId | null
}
