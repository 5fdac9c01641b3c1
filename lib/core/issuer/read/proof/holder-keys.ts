import type { JwtProofReading } from './jwt-proof-reading'
import type { KeyAttestationReading } from './key-attestation-reading'

/** Maximum number of credentials in one response. OID4VCI-1FINAL-14.6 leaves it to the issuer. */
export const credentialsMax = 20

/** A key that a credential can be bound to. */
export interface HolderKey {
  /** Public members only; the wallet's `kid`, `alg` and `use` are left out. */
  readonly jwk: Readonly<Record<string, string>>
  readonly thumbprint: string
  /** Its own `kid` if it has one, otherwise the thumbprint. */
  readonly kid: string
}

interface Parts {
  readonly jwt: JwtProofReading | null
  readonly keyAttestation: KeyAttestationReading | null
}

/**
 * The distinct keys with a proven possession or attestation: the key that verifies the proof, and the keys in a validly
 * signed attestation. Other errors of the request do not matter here.
 */
export function provenKeys({ jwt, keyAttestation }: Parts): HolderKey[] {
  return withProofKeyFirst(
    jwt?.jwt?.signature === 'valid' ? proofKeyOf(jwt) : [],
    keyAttestation?.jwt?.signature === 'valid' ? attestedKeysOf(keyAttestation) : [],
  )
}

/**
 * The keys to issue credentials to, one each, at most `max`: every attested key if the configuration requires an attestation
 * (OID4VCI-1FINALA-F.1, F.3), otherwise the keys of the proofs, in the order of the proofs. If there are too many, the keys of
 * the proofs are always among them, because their possession is proven. Call it for accepted requests only.
 */
export function credentialKeys(proofs: readonly Parts[], max: number): HolderKey[] {
  const keys = proofs.map(keysOf)
  const attested = distinct(keys.flatMap((one) => one.attested))
  const proven = distinct(keys.flatMap((one) => one.proven))
  const chosen = withProofKeyFirst(proven, attested).slice(0, max)
  return attested.length === 0 ? chosen : attested.filter((key) => chosen.includes(key))
}

/** The key of one proof, and the keys of an attestation that the configuration requires. */
function keysOf({ jwt, keyAttestation }: Parts): { readonly proven: HolderKey[]; readonly attested: HolderKey[] } {
  const proven = jwt === null ? [] : proofKeyOf(jwt)
  if (!keyAttestation?.jwt || !(jwt === null || keyAttestation.conditions.demanded)) return { proven, attested: [] }
  return { proven, attested: attestedKeysOf(keyAttestation).filter(({ jwk }) => jwk.crv === 'P-256') }
}

/** The proof key as the attestation lists it, because that entry has its `kid`. */
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

const attestedKeysOf = ({ jwt }: KeyAttestationReading): HolderKey[] =>
  (jwt?.attestedKeys.keys ?? []).flatMap(({ publicJwk, thumbprint, kid }) =>
    publicJwk && thumbprint ? [{ jwk: publicJwk, thumbprint, kid: kid ?? thumbprint }] : [],
  )

/** Each key once, where it stands first. */
export const distinct = <Key extends HolderKey>(keys: readonly Key[]): Key[] =>
  keys.filter(({ thumbprint }, index) => keys.findIndex((key) => key.thumbprint === thumbprint) === index)
