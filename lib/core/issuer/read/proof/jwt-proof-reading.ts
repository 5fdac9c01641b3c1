import type { Unreadable } from '../../../ground/jose/jwt'
import type { CertificateFacts } from '../../../ground/ports/certificate-facts'
import type { EpochMillis } from '../../../ground/time/time'
import type { NonceFacts } from './read-nonce'
import type { TrustChainReading } from './read-trust-chain'
import type { KeyReference, ProofKey } from './resolve-proof-key'

/** The facts of a `jwt` proof. */
export interface JwtProofReading {
  /** Credential Issuer Identifier, the only correct audience. */
  readonly credentialIssuer: string
  /** Client that the access token was issued to; `null` for an anonymous one. */
  readonly clientId: string | null
  /** `proof_signing_alg_values_supported`. */
  readonly algorithms: readonly string[]
  readonly now: EpochMillis
  readonly jwt: JwtProof | null
  /** Why the proof could not be read; `null` if it could. */
  readonly unreadable: Unreadable | null
}

export interface JwtProof {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  /** Which of the three key parameters are present. */
  readonly references: readonly KeyReference[]
  readonly key: ProofKey | null
  /** Why no key was found. */
  readonly unresolved: string | null
  /** `null` without `x5c`. */
  readonly certificates: CertificateFacts | null
  /** `null` without `trust_chain`. */
  readonly trustChain: TrustChainReading | null
  /** `unverifiable`: no usable key, or an algorithm that is not published. */
  readonly signature: 'valid' | 'invalid' | 'unverifiable'
  readonly nonce: NonceFacts
}
