import { readStrictJwt, readX5c, verifyJwtSignature } from '../../../ground/jose/jwt'
import { digestOf } from '../../../ground/ports/digests'
import { invariant } from '../../../ground/ports/errors'
import type { SessionId } from '../../../ground/ports/ids'
import type { Ports } from '../../../ground/ports/ports'
import type { ProtocolSettings } from '../../../ground/ports/settings'
import { eachInTurn } from '../../../ground/time/pausable-work'
import type { EpochMillis, EpochSeconds } from '../../../ground/time/time'
import { distinct, type HolderKey, provenKeys } from './holder-keys'
import type { JwtProofReading } from './jwt-proof-reading'
import type { KeyAttestationConditions, KeyAttestationReading } from './key-attestation-reading'
import type { ProofsReading, SeenHolderKey } from './proofs-reading'
import { readAttestedKeys } from './read-attested-keys'
import { readJwtProof } from './read-jwt-proof'
import { type OneTimeLookup, readNonce } from './read-nonce'

export interface ProofsInput {
  /** Name of the member of `proofs`; only `jwt` and `attestation` are read. */
  readonly type: string | null
  /** Its first element, whatever it is. */
  readonly element: unknown
  /** The elements after it that are to be read; none where the issuer offers no batch. */
  readonly more: readonly unknown[]
  /** How many keys can get a credential. */
  readonly keysMax: number
  /** Credential Issuer Identifier. */
  readonly credentialIssuer: string
  readonly issuerId: string
  readonly hasNonceEndpoint: boolean
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
  readonly ports: Pick<
    Ports,
    'sha256' | 'digest' | 'store' | 'trustAnchors' | 'turn' | 'verifySignature' | 'isPublicKey'
  >
}

/** What reads one proof. */
type ReadProof = Omit<ProofsInput, 'ports' | 'more'> & {
  readonly ports: Omit<ProofsInput['ports'], 'store'> & { readonly store: OneTimeLookup }
}

/**
 * Reads the proofs of a credential request as far as possible: `jwt` proofs with the key attestations in their headers, or
 * an `attestation` proof. Nothing in the request makes it throw; storage may (StoreUnavailable).
 * @see OID4VCI-1FINALA-F
 */
export async function readProofs(input: ProofsInput): Promise<ProofsReading> {
  const ports = { ...input.ports, store: askedOnce(input.ports.store) }
  const read = (element: unknown): Promise<ProofsReading> => readProof({ ...input, element, ports })
  const [first, ...others] = await eachInTurn([input.element, ...input.more], read, ports.turn)
  invariant(first !== undefined, 'There is a reading of the first element, whatever it is.')
  if (others.length === 0) return first
  const keys = [first, ...others].flatMap(({ holderKeys }) => holderKeys)
  return { ...first, holderKeys: distinct(keys).slice(0, input.keysMax), others }
}

async function readProof(input: ReadProof): Promise<ProofsReading> {
  const { type, sessionId, hasNonceEndpoint } = input
  const known = { hasNonceEndpoint, sessionId, others: [] }
  if (type === 'jwt') {
    const { jwt, keyAttestation } = await readJwtWithAttestation(input)
    const holderKeys = await seen(provenKeys({ jwt, keyAttestation }), input)
    return { type, jwt, keyAttestation, nonce: jwt.jwt?.nonce ?? null, holderKeys, ...known }
  }
  if (type === 'attestation') {
    const keyAttestation = await readAttestation('attestation_proof', input.element, input)
    const holderKeys = await seen(provenKeys({ jwt: null, keyAttestation }), input)
    return {
      type,
      jwt: null,
      keyAttestation,
      nonce: keyAttestation.jwt?.nonce ?? null,
      holderKeys,
      ...known,
    }
  }
  return { type: null, jwt: null, keyAttestation: null, nonce: null, holderKeys: [], ...known }
}

/** Looks each value up once: the proofs of a batch mostly carry the same nonce. */
function askedOnce(store: OneTimeLookup): OneTimeLookup {
  const known = new Map<string, ReturnType<OneTimeLookup['oneTimeValue']>>()
  return {
    oneTimeValue(kind, digest) {
      const name = `${kind} ${digest}`
      const value = known.get(name) ?? store.oneTimeValue(kind, digest)
      known.set(name, value)
      return value
    },
  }
}

async function readJwtWithAttestation(
  input: ReadProof,
): Promise<{ jwt: JwtProofReading; keyAttestation: KeyAttestationReading }> {
  // The attestation comes first because the proof may name its key by an index into it.
  const read = typeof input.element === 'string' ? readStrictJwt(input.element) : null
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
  input: ReadProof,
): Promise<KeyAttestationReading> =>
  readKeyAttestation({
    carrier,
    value,
    issuerId: input.issuerId,
    conditions: conditionsOf(input),
    ports: input.ports,
  })

const conditionsOf = (input: ReadProof): KeyAttestationConditions => ({
  demanded: input.attestationDemanded,
  algorithms: input.algorithms,
  trust: input.settings.attestationTrust,
  strictNonce: input.settings.strictAttestationNonce,
  keyStorageLevels: input.settings.keyStorageLevels,
  userAuthenticationLevels: input.settings.userAuthLevels,
  now: input.now,
  credentialExpiresAt: input.credentialExpiresAt,
  keysMax: input.keysMax,
})

const seen = (keys: readonly HolderKey[], { ports, keysMax }: ReadProof): Promise<SeenHolderKey[]> =>
  Promise.all(
    // Each key costs a storage lookup, so look up no more than can get a credential.
    keys.slice(0, keysMax).map(async (key) => {
      const digest = digestOf(key.thumbprint, ports.sha256)
      const known = await ports.store.oneTimeValue('holder_key', digest)
      return { ...key, digest, firstSession: known?.sessionId ?? null }
    }),
  )

interface KeyAttestationInput {
  readonly carrier: KeyAttestationReading['carrier']
  readonly value: unknown
  readonly issuerId: string
  readonly conditions: KeyAttestationConditions
  readonly ports: Pick<Ports, 'sha256' | 'digest' | 'trustAnchors' | 'verifySignature' | 'isPublicKey'> & {
    readonly store: OneTimeLookup
  }
}

/**
 * Reads a key attestation as far as possible; nothing in it makes it throw. Its signature is verified with the leaf of
 * `x5c`; a chain without a known trust anchor is a fact about the certificates, never an invalid signature.
 * @see OID4VCI-1FINALA-D.1
 */
async function readKeyAttestation(input: KeyAttestationInput): Promise<KeyAttestationReading> {
  const { carrier, value, issuerId, conditions, ports } = input
  const nothing = { carrier, jwt: null, unreadable: null, proofKey: null, proofNonceDigest: null, conditions }
  if (value === undefined) return { ...nothing, value: 'absent' }
  if (typeof value !== 'string') return { ...nothing, value: 'not_a_string' }
  const jwt = readStrictJwt(value)
  if (!jwt.readable) return { ...nothing, value: 'unreadable', unreadable: jwt }

  const { header, claims } = jwt
  const certificates = readX5c(header.x5c, ports.trustAnchors('wallet'))
  const { algorithms, now } = conditions
  const leaf =
    certificates?.readable && algorithms.some((alg) => alg === header.alg) ? certificates.certificates[0] : null
  const [valid, attestedKeys, nonce] = await Promise.all([
    leaf ? verifyJwtSignature({ jwt, jwk: leaf.publicJwk, algorithms, verifySignature: ports.verifySignature }) : false,
    readAttestedKeys(claims.attested_keys, ports),
    readNonce(claims.nonce, { issuerId, now, ports }),
  ])
  const signature = leaf ? (valid ? 'valid' : 'invalid') : 'unverifiable'
  return { ...nothing, value: 'readable', jwt: { header, claims, certificates, signature, attestedKeys, nonce } }
}
