import type { CertificateFacts } from '../../../ground/ports/certificate-facts'
import type { EpochMillis } from '../../../ground/time/time'
import type { NonceFacts } from './read-nonce'
import type { KeyReference, ProofKey } from './resolve-proof-key'

/** A `jwt` proof, as facts. */
export interface JwtProofReading {
  /** Credential Issuer Identifier, the only right audience. */
  readonly credentialIssuer: string
  /** Client that the access token was given to; `null` for an anonymous one. */
  readonly clientId: string | null
  /** `proof_signing_alg_values_supported`. */
  readonly algorithms: readonly string[]
  readonly now: EpochMillis
  readonly jwt: JwtProof | null
  /** Why the proof could not be read; `null` when it could. */
  readonly unreadable: string | null
}

export interface JwtProof {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  /** Which of the three key parameters are there. */
  readonly references: readonly KeyReference[]
  readonly key: ProofKey | null
  /** Why no key could be found. */
  readonly unresolved: string | null
  /** `null` without `x5c`. */
  readonly certificates: CertificateFacts | null
  /** `unverifiable`: no usable key, or an algorithm that is not on the list. */
  readonly signature: 'valid' | 'invalid' | 'unverifiable'
  readonly nonce: NonceFacts
}
