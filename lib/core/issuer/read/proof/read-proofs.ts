import { type ReadableJwt, type ReadJwt, readStrictJwt, readX5c, verifyJwtSignature } from '../../../shared/jose/jwt'
import { digestOf } from '../../../shared/ports/digests'
import { invariant } from '../../../shared/ports/errors'
import type { ExchangeId, SessionId } from '../../../shared/ports/ids'
import type { Ports } from '../../../shared/ports/ports'
import type { ProtocolSettings } from '../../../shared/ports/settings'
import { eachInTurn } from '../../../shared/time/pausable-work'
import type { EpochMillis, EpochSeconds } from '../../../shared/time/time'
import type { WalletUnitRules } from '../wallet-unit/wallet-unit-rules'
import {
  distinct,
  type HolderKey,
  type JwtProof,
  type JwtProofReading,
  type KeyAttestationConditions,
  type KeyAttestationReading,
  type ProofsReading,
  provenKeys,
  type SeenHolderKey,
} from './proofs-reading'
import { readAttestationUse } from './read-attestation-use'
import { type AttestedKey, readAttestedKeys } from './read-attested-keys'
import { type OneTimeLookup, readNonce } from './read-nonce'
import { readTrustChain, resolveProofKey } from './resolve-proof-key'

/** Why an element of `proofs.jwt` cannot be read that is no text. */
export const notAString = 'The proof is not a string.'

interface JwtProofInput {
  /** Decoded `proofs.jwt` element; `null` if not a string. */
  readonly read: ReadJwt | null
  readonly credentialIssuer: string
  readonly issuerId: string
  readonly clientId: string | null
  readonly algorithms: readonly string[]
  /** Attested keys, to resolve a `kid`. */
  readonly attestedKeys: readonly AttestedKey[]
  readonly now: EpochMillis
  readonly ports: Pick<Ports, 'sha256' | 'digest' | 'trustAnchors' | 'verifySignature' | 'isPublicKey'> & {
    readonly store: OneTimeLookup
  }
}

const references = ['kid', 'jwk', 'x5c'] as const

/** Reads a `jwt` proof as far as possible; never throws on bad input. OID4VCI-1FINALA-F.1, OID4VCI-1FINALA-F.4 */
async function readJwtProof(input: JwtProofInput): Promise<JwtProofReading> {
  const { read: jwt, credentialIssuer, clientId, algorithms, now } = input
  const reading = { credentialIssuer, clientId, algorithms, now }
  if (jwt === null) return { ...reading, jwt: null, unreadable: { reason: notAString, repeated: null } }
  if (!jwt.readable) return { ...reading, jwt: null, unreadable: jwt }
  return { ...reading, jwt: await readJwt(jwt, input), unreadable: null }
}

async function readJwt(
  jwt: ReadableJwt,
  { issuerId, algorithms, attestedKeys, now, ports }: JwtProofInput,
): Promise<JwtProof> {
  const { header, claims } = jwt
  const certificates = readX5c(header.x5c, ports.trustAnchors('wallet'))
  const [{ key, unresolved }, nonce] = await Promise.all([
    resolveProofKey(header, certificates, attestedKeys, ports),
    readNonce(claims.nonce, { issuerId, now, ports }),
  ])
  const jwk = algorithms.some((alg) => alg === header.alg) ? (key?.jwk.publicJwk ?? null) : null
  const valid =
    jwk !== null && (await verifyJwtSignature({ jwt, jwk, algorithms, verifySignature: ports.verifySignature }))
  return {
    header,
    claims,
    references: references.filter((name) => header[name] !== undefined),
    key,
    unresolved,
    certificates,
    trustChain: readTrustChain(header.trust_chain),
    signature: jwk === null ? 'unverifiable' : valid ? 'valid' : 'invalid',
    nonce,
  }
}

export interface ProofsInput {
  /** Member name of `proofs`; only `jwt` and `attestation` are read. */
  readonly type: string | null
  /** First element, of any type. */
  readonly element: unknown
  /** Further elements to read; none without a batch. */
  readonly more: readonly unknown[]
  /** Keys that can get a credential. */
  readonly keysMax: number
  /** Credential Issuer Identifier. */
  readonly credentialIssuer: string
  readonly issuerId: string
  readonly hasNonceEndpoint: boolean
  /** The access token's client; `null` if anonymous. */
  readonly clientId: string | null
  readonly sessionId: SessionId | null
  /** `proof_signing_alg_values_supported` of the configuration. */
  readonly algorithms: readonly string[]
  /** Whether `key_attestations_required` is published. */
  readonly attestationDemanded: boolean
  /** Whether the proof type `attestation` is published. */
  readonly takesAttestationProof: boolean
  readonly unit: WalletUnitRules
  readonly isPid: boolean
  /** Whether the credential is bound to a key. */
  readonly isKeyBound: boolean
  readonly settings: Pick<
    ProtocolSettings,
    'attestationTrust' | 'strictAttestationNonce' | 'keyStorageLevels' | 'userAuthLevels'
  >
  /** The exchange whose response may have been lost in a restart; it counts as no use of an attestation. */
  readonly lost: ExchangeId | null
  /** `exp` of a credential issued now; `null` if unknown. */
  readonly credentialExpiresAt: EpochSeconds | null
  readonly now: EpochMillis
  readonly ports: Pick<
    Ports,
    'sha256' | 'digest' | 'store' | 'trustAnchors' | 'turn' | 'verifySignature' | 'isPublicKey'
  >
}

/** Input for one proof. */
type ReadProof = Omit<ProofsInput, 'ports' | 'more'> & {
  readonly ports: Omit<ProofsInput['ports'], 'store'> & {
    readonly store: OneTimeLookup & Pick<Ports['store'], 'valuesOfAnyKind'>
  }
}

/**
 * Reads the proofs of a credential request as far as possible: `jwt` proofs with key attestations in their headers, or
 * an `attestation` proof. Never throws on bad input; storage may (StoreUnavailable).
 * @see OID4VCI-1FINALA-F
 */
export async function readProofs(input: ProofsInput): Promise<ProofsReading> {
  const valuesOfAnyKind: Ports['store']['valuesOfAnyKind'] = (...query) => input.ports.store.valuesOfAnyKind(...query)
  const ports = { ...input.ports, store: { ...askedOnce(input.ports.store), valuesOfAnyKind } }
  const read = (element: unknown): Promise<ProofsReading> => readProof({ ...input, element, ports })
  const [first, ...others] = await eachInTurn([input.element, ...input.more], read, ports.turn)
  invariant(first !== undefined, 'There is a reading of the first element, whatever it is.')
  if (others.length === 0) return first
  const keys = [first, ...others].flatMap(({ holderKeys }) => holderKeys)
  return { ...first, holderKeys: distinct(keys).slice(0, input.keysMax), others }
}

async function readProof(input: ReadProof): Promise<ProofsReading> {
  const { type, sessionId, hasNonceEndpoint } = input
  const isUnbound = input.unit.isEuropean && !input.isKeyBound
  const known = { hasNonceEndpoint, sessionId, others: [], ...(isUnbound ? { isUnbound } : {}) }
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

/** Caches lookups, since proofs of a batch mostly carry the same nonce. */
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
  // Attestation first, because the proof may name its key by an index into it.
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

const readAttestation = (carrier: Carrier, value: unknown, input: ReadProof): Promise<KeyAttestationReading> =>
  readKeyAttestation({
    carrier,
    value,
    issuerId: input.issuerId,
    conditions: conditionsOf(carrier, input),
    lost: input.lost,
    ports: input.ports,
  })

type Carrier = KeyAttestationReading['carrier']

/** Whether this is an accepted `attestation` proof, of a configuration that requires no key attestations. */
const isProofAlone = (carrier: Carrier, { attestationDemanded, takesAttestationProof }: ReadProof): boolean =>
  carrier === 'attestation_proof' && takesAttestationProof && !attestationDemanded

const conditionsOf = (carrier: Carrier, input: ReadProof): KeyAttestationConditions => ({
  demanded: input.attestationDemanded || isProofAlone(carrier, input),
  algorithms: input.algorithms,
  trust: input.settings.attestationTrust,
  strictNonce: input.settings.strictAttestationNonce,
  ...levelsOf(carrier, input),
  now: input.now,
  credentialExpiresAt: input.credentialExpiresAt,
  keysMax: input.keysMax,
  unit: input.unit,
  isPid: input.isPid,
})

/** The levels stand in `key_attestations_required`. OID4VCI-1FINAL-12.2.4 */
const levelsOf = (carrier: Carrier, input: ReadProof) =>
  isProofAlone(carrier, input)
    ? { keyStorageLevels: [], userAuthenticationLevels: [] }
    : { keyStorageLevels: input.settings.keyStorageLevels, userAuthenticationLevels: input.settings.userAuthLevels }

const seen = (keys: readonly HolderKey[], { ports, keysMax }: ReadProof): Promise<SeenHolderKey[]> =>
  Promise.all(
    // Each key costs a storage lookup, so stop at the number of credentials.
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
  readonly lost: ExchangeId | null
  readonly ports: Pick<Ports, 'sha256' | 'digest' | 'trustAnchors' | 'verifySignature' | 'isPublicKey'> & {
    readonly store: OneTimeLookup & Pick<Ports['store'], 'valuesOfAnyKind'>
  }
}

/**
 * Reads a key attestation as far as possible; never throws on bad input. Verifies the signature with the leaf of `x5c`;
 * a missing trust anchor is a fact about the certificates, not an invalid signature.
 * @see OID4VCI-1FINALA-D.1
 */
async function readKeyAttestation(input: KeyAttestationInput): Promise<KeyAttestationReading> {
  const { carrier, value, issuerId, conditions, lost, ports } = input
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
    readAttestedKeys(claims.attested_keys, algorithms, ports),
    readNonce(claims.nonce, { issuerId, now, ports }),
  ])
  const signature = leaf ? (valid ? 'valid' : 'invalid') : 'unverifiable'
  const read = {
    ...nothing,
    value: 'readable',
    jwt: { header, claims, certificates, signature, attestedKeys, nonce },
  } as const
  return valid && conditions.unit.isEuropean
    ? { ...read, use: await readAttestationUse({ value, keys: attestedKeys.keys }, { lost, ports }) }
    : read
}
