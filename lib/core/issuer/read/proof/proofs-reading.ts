import type { Unreadable } from '../../../shared/jose/jwt'
import type { CertificateFacts } from '../../../shared/ports/certificate-facts'
import type { SessionId } from '../../../shared/ports/ids'
import type { EpochMillis, EpochSeconds } from '../../../shared/time/time'
import type { WalletUnitRules } from '../wallet-unit/wallet-unit-rules'
import type { AttestedKey, AttestedKeys } from './read-attested-keys'
import type { NonceFacts } from './read-nonce'
import type { KeyReference, ProofKey, TrustChainReading, UnresolvedKey } from './resolve-proof-key'

/** Facts of a `jwt` proof. */
export interface JwtProofReading {
  /** Credential Issuer Identifier, the only correct audience. */
  readonly credentialIssuer: string
  /** The access token's client; `null` if anonymous. */
  readonly clientId: string | null
  /** `proof_signing_alg_values_supported`. */
  readonly algorithms: readonly string[]
  readonly now: EpochMillis
  readonly jwt: JwtProof | null
  /** Why the proof is unreadable; `null` if it is not. */
  readonly unreadable: Unreadable | null
}

export interface JwtProof {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  /** Key parameters that are present. */
  readonly references: readonly KeyReference[]
  readonly key: ProofKey | null
  /** Why no key was found. */
  readonly unresolved: UnresolvedKey | null
  /** `null` without `x5c`. */
  readonly certificates: CertificateFacts | null
  /** `null` without `trust_chain`. */
  readonly trustChain: TrustChainReading | null
  /** `unverifiable`: no usable key, or an unpublished algorithm. */
  readonly signature: 'valid' | 'invalid' | 'unverifiable'
  readonly nonce: NonceFacts
}

/** Facts about key storage in a credential request. */
export interface KeyAttestationReading {
  /** In the header of a `jwt` proof, or a proof of its own. */
  readonly carrier: 'jwt_header' | 'attestation_proof'
  readonly value: 'absent' | 'not_a_string' | 'unreadable' | 'readable'
  /** Why it is unreadable; `null` if it is not, or is absent. */
  readonly unreadable: Unreadable | null
  readonly jwt: KeyAttestationJwt | null
  /** Signing key of the enclosing proof; `null` if standalone or unknown. */
  readonly proofKey: { readonly thumbprint: string | null } | null
  /** Digest of the enclosing proof's nonce. */
  readonly proofNonceDigest: string | null
  readonly conditions: KeyAttestationConditions
  /** Set where TS3 allows one use: in the European framework, of an attestation with a valid signature. */
  readonly use?: KeyAttestationUse
}

/** Whether an earlier request that was granted had this key attestation, or one of its keys. TS3-2.2.2.1 */
export interface KeyAttestationUse {
  /** `bound_key`: a key with a credential, which no attestation judged here had. */
  readonly earlier: 'attestation' | 'attested_key' | 'bound_key' | null
  /** Digests to remember once this request is granted. */
  readonly attestationDigest: string
  readonly keyDigests: readonly string[]
}

/** Issuer requirements on a key attestation. */
export interface KeyAttestationConditions {
  /** False if optional: then it causes no refusal and at most a warning. */
  readonly demanded: boolean
  /** `proof_signing_alg_values_supported`. */
  readonly algorithms: readonly string[]
  readonly trust: 'capture' | 'enforce'
  readonly strictNonce: boolean
  /** Required levels; empty if none. */
  readonly keyStorageLevels: readonly string[]
  readonly userAuthenticationLevels: readonly string[]
  readonly now: EpochMillis
  /** `exp` of a credential issued now, but for what the status of the key storage says. */
  readonly credentialExpiresAt: EpochSeconds | null
  /** Keys that can get a credential at once. */
  readonly keysMax: number
  /** What the issuer wants of wallet units. */
  readonly unit: WalletUnitRules
  /** Whether the requested credential is a PID. */
  readonly isPid: boolean
}

export interface KeyAttestationJwt {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  /** `null` without `x5c`. */
  readonly certificates: CertificateFacts | null
  /** `unverifiable`: no certificate, or an unpublished algorithm. */
  readonly signature: 'valid' | 'invalid' | 'unverifiable'
  readonly attestedKeys: AttestedKeys
  readonly nonce: NonceFacts
}

/** Maximum credentials in one response; OID4VCI-1FINAL-14.6 leaves it to the issuer. */
export const credentialsMax = 20

/** A key that a credential can be bound to. */
export interface HolderKey {
  /** Public members only; without the wallet's `kid`, `alg` and `use`. */
  readonly jwk: Readonly<Record<string, string>>
  readonly thumbprint: string
  /** Own `kid`, otherwise the thumbprint. */
  readonly kid: string
}

interface Parts {
  readonly jwt: JwtProofReading | null
  readonly keyAttestation: KeyAttestationReading | null
}

/**
 * Distinct keys with proven possession or attestation: the key that verifies the proof, and those in a validly signed
 * attestation. Other errors of the request do not matter.
 */
export function provenKeys({ jwt, keyAttestation }: Parts): HolderKey[] {
  return withProofKeyFirst(
    jwt?.jwt?.signature === 'valid' ? proofKeyOf(jwt) : [],
    keyAttestation?.jwt?.signature === 'valid' ? attestedKeysOf(keyAttestation) : [],
  )
}

/**
 * Keys to issue credentials to, one each, at most `max`: every attested key if the configuration requires an
 * attestation (OID4VCI-1FINALA-F.1, F.3), otherwise the proof keys, in proof order. If there are too many, proof keys
 * take precedence, because their possession is proven. For accepted requests only.
 */
export function credentialKeys(proofs: readonly Parts[], max: number): HolderKey[] {
  const keys = proofs.map(keysOf)
  const attested = distinct(keys.flatMap((one) => one.attested))
  const proven = distinct(keys.flatMap((one) => one.proven))
  const chosen = withProofKeyFirst(proven, attested).slice(0, max)
  return attested.length === 0 ? chosen : attested.filter((key) => chosen.includes(key))
}

/** The key of one proof, and the keys of a required attestation. */
function keysOf({ jwt, keyAttestation }: Parts): { readonly proven: HolderKey[]; readonly attested: HolderKey[] } {
  const proven = jwt === null ? [] : proofKeyOf(jwt)
  if (!keyAttestation?.jwt || !(jwt === null || keyAttestation.conditions.demanded)) return { proven, attested: [] }
  return { proven, attested: attestedKeysOf(keyAttestation, ({ bindable }) => bindable) }
}

/** The proof key as listed in the attestation, because that entry has its `kid`. */
const withProofKeyFirst = (proofKey: readonly HolderKey[], attested: readonly HolderKey[]): HolderKey[] =>
  distinct([
    ...proofKey.map((key) => attested.find(({ thumbprint }) => thumbprint === key.thumbprint) ?? key),
    ...attested,
  ])

function proofKeyOf({ jwt }: JwtProofReading): HolderKey[] {
  const facts = jwt?.key?.jwk
  return facts?.publicJwk && facts.thumbprint
    ? [{ jwk: facts.publicJwk, thumbprint: facts.thumbprint, kid: facts.kid ?? facts.thumbprint }]
    : []
}

const attestedKeysOf = (
  { jwt }: KeyAttestationReading,
  isTaken: (key: AttestedKey) => boolean = () => true,
): HolderKey[] =>
  (jwt?.attestedKeys.keys ?? [])
    .filter(isTaken)
    .flatMap(({ publicJwk, thumbprint, kid }) =>
      publicJwk && thumbprint ? [{ jwk: publicJwk, thumbprint, kid: kid ?? thumbprint }] : [],
    )

/** Removes duplicates; the first occurrence stays. */
export const distinct = <Key extends HolderKey>(keys: readonly Key[]): Key[] =>
  keys.filter(({ thumbprint }, index) => keys.findIndex((key) => key.thumbprint === thumbprint) === index)

/** Facts of the proofs in a credential request; absent parts are `null`. */
export interface ProofsReading {
  /** The issuer has a nonce endpoint, so proofs must carry its nonce. OID4VCI-1FINALA-F.1 */
  readonly hasNonceEndpoint: boolean
  /**
   * Whether a request for a nonce came before this one that can be linked to the session; absent where that was not
   * asked, as it is only of a nonce that is null.
   */
  readonly isNonceFetched?: boolean
  readonly type: 'jwt' | 'attestation' | null
  /** Set if the credential is bound to no key, where TS3 forbids to prove one. */
  readonly isUnbound?: true
  readonly jwt: JwtProofReading | null
  /** Not `null` for a `jwt` proof without an attestation, where the absence is a fact. */
  readonly keyAttestation: KeyAttestationReading | null
  /** The nonce that proves freshness, of the `jwt` or `attestation` proof. */
  readonly nonce: NonceFacts | null
  /** Proven or validly attested keys of all proofs, up to the number of credentials. */
  readonly holderKeys: readonly SeenHolderKey[]
  readonly sessionId: SessionId | null
  /** Further proofs of a batch, each read as if alone. OID4VCI-1FINAL-8.2 */
  readonly others: readonly ProofsReading[]
}

/** Every proof of a request, in order. */
export const eachProof = (reading: ProofsReading): readonly ProofsReading[] => [reading, ...reading.others]

/** A holder key and the session that presented it first; `null` if new. */
export interface SeenHolderKey extends HolderKey {
  readonly digest: string
  readonly firstSession: SessionId | null
}
