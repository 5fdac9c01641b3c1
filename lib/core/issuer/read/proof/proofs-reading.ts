import type { SessionId } from '../../../ground/ports/ids'
import type { HolderKey } from './holder-keys'
import type { JwtProofReading } from './jwt-proof-reading'
import type { KeyAttestationReading } from './key-attestation-reading'
import type { NonceFacts } from './read-nonce'

/** The proof of a credential request, as facts. Null parts: the request has no such part. */
export interface ProofsReading {
  readonly type: 'jwt' | 'attestation' | null
  readonly jwt: JwtProofReading | null
  /** Also there when a `jwt` proof carries none, because then that is the fact. */
  readonly keyAttestation: KeyAttestationReading | null
  /** The nonce that shows the freshness of the proof: its own, or the one of the `attestation` proof. */
  readonly nonce: NonceFacts | null
  /** Keys that the wallet showed to hold, or that a validly signed attestation lists; the first 20 of them. */
  readonly holderKeys: readonly SeenHolderKey[]
  readonly sessionId: SessionId | null
}

/** A holder key and the session that presented it first; `null` when it is new. */
export interface SeenHolderKey extends HolderKey {
  readonly digest: string
  readonly firstSession: SessionId | null
}
