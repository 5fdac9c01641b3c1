import type { Unreadable } from '../../../ground/jose/jwt'
import type { CertificateFacts } from '../../../ground/ports/certificate-facts'
import type { EpochMillis, EpochSeconds } from '../../../ground/time/time'
import type { AttestedKeys } from './read-attested-keys'
import type { NonceFacts } from './read-nonce'

/** What a credential request says about the storage of its keys, as facts. */
export interface KeyAttestationReading {
  /** In the header of a `jwt` proof, or a proof of its own. */
  readonly carrier: 'jwt_header' | 'attestation_proof'
  readonly value: 'absent' | 'not_a_string' | 'unreadable' | 'readable'
  /** Why the string could not be read; `null` if it could, or there is none. */
  readonly unreadable: Unreadable | null
  readonly jwt: KeyAttestationJwt | null
  /** The key that signed the enclosing proof; `null` for a proof of its own, or if that key is unknown. */
  readonly proofKey: { readonly thumbprint: string | null } | null
  /** Digest of the enclosing proof's nonce. */
  readonly proofNonceDigest: string | null
  readonly conditions: KeyAttestationConditions
}

/** What the issuer requires of a key attestation. */
export interface KeyAttestationConditions {
  /** False if the configuration works without one: then it causes no refusal, and nothing worse than a warning. */
  readonly demanded: boolean
  /** `proof_signing_alg_values_supported`. */
  readonly algorithms: readonly string[]
  readonly trust: 'capture' | 'enforce'
  readonly strictNonce: boolean
  /** Published levels; empty if none is required. */
  readonly keyStorageLevels: readonly string[]
  readonly userAuthenticationLevels: readonly string[]
  readonly now: EpochMillis
  /** The `exp` of a credential issued now. */
  readonly credentialExpiresAt: EpochSeconds | null
  /** How many of its keys can get a credential at once. */
  readonly keysMax: number
}

export interface KeyAttestationJwt {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  /** `null` without `x5c`. */
  readonly certificates: CertificateFacts | null
  /** `unverifiable`: no certificate to take the key from, or an algorithm that is not published. */
  readonly signature: 'valid' | 'invalid' | 'unverifiable'
  readonly attestedKeys: AttestedKeys
  readonly nonce: NonceFacts
}
