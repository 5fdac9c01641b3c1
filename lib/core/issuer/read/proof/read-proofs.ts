import { readJwt } from '../../../ground/jose/read-jwt'
import { digestOf } from '../../../ground/ports/digest-of'
import type { SessionId } from '../../../ground/ports/ids'
import type { Ports } from '../../../ground/ports/ports'
import type { ProtocolSettings } from '../../../ground/ports/settings'
import type { EpochMillis, EpochSeconds } from '../../../ground/time/time'
import { credentialsMax, type HolderKey, provenKeys } from './holder-keys'
import type { JwtProofReading } from './jwt-proof-reading'
import type { KeyAttestationConditions, KeyAttestationReading } from './key-attestation-reading'
import type { ProofsReading, SeenHolderKey } from './proofs-reading'
import { readJwtProof } from './read-jwt-proof'
import { readKeyAttestation } from './read-key-attestation'

export interface ProofsInput {
  /** Name of the member of `proofs`; only `jwt` and `attestation` are read. */
  readonly type: string | null
  /** Its first element, whatever it is. */
  readonly element: unknown
  /** Credential Issuer Identifier. */
  readonly credentialIssuer: string
  readonly issuerId: string
  /** Client that the access token was issued to; `null` for an anonymous one. */
  readonly clientId: string | null
  readonly sessionId: SessionId | null
  /** `proof_signing_alg_values_supported` of the configuration. */
  readonly algorithms: readonly string[]
  /** Whether the configuration publishes `key_attestations_required`. */
  readonly attestationDemanded: boolean
  readonly settings: Pick<
    ProtocolSettings,
    'attestationTrust' | 'strictAttestationNonce' | 'keyStorageLevels' | 'userAuthLevels'
  >
  /** The `exp` of a credential issued now; `null` if unknown. */
  readonly credentialExpiresAt: EpochSeconds | null
  readonly now: EpochMillis
  readonly ports: Pick<Ports, 'sha256' | 'digest' | 'store' | 'trustAnchors' | 'verifySignature' | 'isPublicKey'>
}

/**
 * Reads the proof of a credential request as far as possible: a `jwt` proof with the key attestation in its header, or
 * an `attestation` proof. Nothing in the request makes it throw; storage may (StoreUnavailable).
 * @see OID4VCI-1FINALA-F
 */
export async function readProofs(input: ProofsInput): Promise<ProofsReading> {
  const { type, sessionId } = input
  if (type === 'jwt') {
    const { jwt, keyAttestation } = await readJwtWithAttestation(input)
    const holderKeys = await seen(provenKeys({ jwt, keyAttestation }), input)
    return { type, jwt, keyAttestation, nonce: jwt.jwt?.nonce ?? null, holderKeys, sessionId }
  }
  if (type === 'attestation') {
    const keyAttestation = await readAttestation('attestation_proof', input.element, input)
    const holderKeys = await seen(provenKeys({ jwt: null, keyAttestation }), input)
    return { type, jwt: null, keyAttestation, nonce: keyAttestation.jwt?.nonce ?? null, holderKeys, sessionId }
  }
  return { type: null, jwt: null, keyAttestation: null, nonce: null, holderKeys: [], sessionId }
}

async function readJwtWithAttestation(
  input: ProofsInput,
): Promise<{ jwt: JwtProofReading; keyAttestation: KeyAttestationReading }> {
  // The attestation comes first because the proof may name its key by an index into it.
  const read = typeof input.element === 'string' ? readJwt(input.element) : null
  const attestation = await readAttestation(
    'jwt_header',
    read?.readable ? read.header.key_attestation : undefined,
    input,
  )
  const attestedKeys = attestation.jwt?.attestedKeys.keys ?? []
  const jwt = await readJwtProof({ ...input, read, attestedKeys })
  const key = jwt.jwt?.key
  const proofKey = key ? { thumbprint: key.jwk.thumbprint } : null
  return { jwt, keyAttestation: { ...attestation, proofKey, proofNonceDigest: jwt.jwt?.nonce.digest ?? null } }
}

const readAttestation = (
  carrier: KeyAttestationReading['carrier'],
  value: unknown,
  input: ProofsInput,
): Promise<KeyAttestationReading> =>
  readKeyAttestation({
    carrier,
    value,
    issuerId: input.issuerId,
    conditions: conditionsOf(input),
    ports: input.ports,
  })

const conditionsOf = (input: ProofsInput): KeyAttestationConditions => ({
  demanded: input.attestationDemanded,
  algorithms: input.algorithms,
  trust: input.settings.attestationTrust,
  strictNonce: input.settings.strictAttestationNonce,
  keyStorageLevels: input.settings.keyStorageLevels,
  userAuthenticationLevels: input.settings.userAuthLevels,
  now: input.now,
  credentialExpiresAt: input.credentialExpiresAt,
})

const seen = (keys: readonly HolderKey[], { ports }: ProofsInput): Promise<SeenHolderKey[]> =>
  Promise.all(
    // Each key costs a storage lookup, so look up no more than can get a credential.
    keys.slice(0, credentialsMax).map(async (key) => {
      const digest = digestOf(key.thumbprint, ports.sha256)
      const known = await ports.store.oneTimeValue('holder_key', digest)
      return { ...key, digest, firstSession: known?.sessionId ?? null }
    }),
  )
