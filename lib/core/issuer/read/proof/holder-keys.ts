import type { JwtProofReading } from './jwt-proof-reading'
import type { KeyAttestationReading } from './key-attestation-reading'

/** Most credentials that one request is answered with. OID4VCI-1FINAL-14.6 leaves the number to the issuer. */
export const credentialsMax = 20

/** A key that a credential can be bound to. */
export interface HolderKey {
  /** Public members only: no `kid`, `alg` or `use` of the wallet. */
  readonly jwk: Readonly<Record<string, string>>
  readonly thumbprint: string
  /** Its own `kid` where it has one, else the thumbprint. */
  readonly kid: string
}

interface Parts {
  readonly jwt: JwtProofReading | null
  readonly keyAttestation: KeyAttestationReading | null
}

/**
 * The distinct keys whose possession or attestation was shown: the key that verifies the proof, and the keys listed in
 * a validly signed attestation. What else is wrong with the request does not matter here.
 */
export function provenKeys({ jwt, keyAttestation }: Parts): HolderKey[] {
  return withProofKeyFirst(
    jwt?.jwt?.signature === 'valid' ? proofKeyOf(jwt) : [],
    keyAttestation?.jwt?.signature === 'valid' ? attestedKeysOf(keyAttestation) : [],
  )
}

/**
 * The keys to issue credentials to, one each, at most `credentialsMax`: every attested key where the configuration
 * demands an attestation (OID4VCI-1FINALA-F.1, F.3), else the key of the proof. Where there are more, the key of the
 * proof is among them: the wallet showed to hold that one. To be asked for accepted requests only.
 */
export function credentialKeys({ jwt, keyAttestation }: Parts): HolderKey[] {
  const proofKey = jwt === null ? [] : proofKeyOf(jwt)
  if (!keyAttestation?.jwt || !(jwt === null || keyAttestation.conditions.demanded)) return proofKey
  const attested = distinct(attestedKeysOf(keyAttestation).filter(({ jwk }) => jwk.crv === 'P-256'))
  const chosen = withProofKeyFirst(proofKey, attested).slice(0, credentialsMax)
  return attested.filter((key) => chosen.includes(key))
}

/** The key of the proof in the words of the attestation, where that lists it: its `kid` is there. */
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

const distinct = (keys: readonly HolderKey[]): HolderKey[] =>
  keys.filter(({ thumbprint }, index) => keys.findIndex((key) => key.thumbprint === thumbprint) === index)
