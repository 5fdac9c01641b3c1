import type { CertificateFacts } from '../../../ground/ports/certificate-facts'
import type { EpochMillis, EpochSeconds } from '../../../ground/time/time'
import type { AttestedKeys } from './read-attested-keys'
import type { NonceFacts } from './read-nonce'

/** What a credential request says about the storage of its keys, as facts. */
export interface KeyAttestationReading {
  /** Header of a `jwt` proof, or a proof of its own. */
  readonly carrier: 'jwt_header' | 'attestation_proof'
  readonly value: 'absent' | 'not_a_string' | 'unreadable' | 'readable'
  /** Why it could not be read. */
  readonly reason: string | null
  readonly jwt: KeyAttestationJwt | null
  /** The key that signed the proof around it; `null` in a proof of its own, or when that key is unknown. */
  readonly proofKey: { readonly thumbprint: string | null } | null
  /** Digest of the nonce of the proof around it. */
  readonly proofNonceDigest: string | null
  readonly conditions: KeyAttestationConditions
}

/** What the issuer demands of a key attestation. */
export interface KeyAttestationConditions {
  /** False where the configuration works without: then nothing is refused for its sake and no result is worse than a warning. */
  readonly demanded: boolean
  /** `proof_signing_alg_values_supported`. */
  readonly algorithms: readonly string[]
  readonly trust: 'capture' | 'enforce'
  readonly strictNonce: boolean
  /** Published levels; empty = none is demanded. */
  readonly keyStorageLevels: readonly string[]
  readonly userAuthenticationLevels: readonly string[]
  readonly now: EpochMillis
  /** `exp` that a credential issued now would have. */
  readonly credentialExpiresAt: EpochSeconds | null
}

export interface KeyAttestationJwt {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  /** `null` without `x5c`. */
  readonly certificates: CertificateFacts | null
  /** `unverifiable`: no certificate to take the key from, or an algorithm that is not on the list. */
  readonly signature: 'valid' | 'invalid' | 'unverifiable'
  readonly attestedKeys: AttestedKeys
  readonly nonce: NonceFacts
}
