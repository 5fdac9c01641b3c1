import { type ReadableJwt, type ReadJwt, readX5c, verifyJwtSignature } from '../../../ground/jose/jwt'
import type { Ports } from '../../../ground/ports/ports'
import type { EpochMillis } from '../../../ground/time/time'
import type { JwtProof, JwtProofReading } from './jwt-proof-reading'
import type { AttestedKey } from './read-attested-keys'
import { type OneTimeLookup, readNonce } from './read-nonce'
import { readTrustChain } from './read-trust-chain'
import { resolveProofKey } from './resolve-proof-key'

export interface JwtProofInput {
  /** The decoded element of `proofs.jwt`; `null` if it is not a string. */
  readonly read: ReadJwt | null
  readonly credentialIssuer: string
  readonly issuerId: string
  readonly clientId: string | null
  readonly algorithms: readonly string[]
  /** Keys of the attestation in the proof, to resolve a `kid`. */
  readonly attestedKeys: readonly AttestedKey[]
  readonly now: EpochMillis
  readonly ports: Pick<Ports, 'sha256' | 'digest' | 'trustAnchors' | 'verifySignature' | 'isPublicKey'> & {
    readonly store: OneTimeLookup
  }
}

const references = ['kid', 'jwk', 'x5c'] as const

/** Reads a `jwt` proof as far as possible; nothing in it makes it throw. OID4VCI-1FINALA-F.1, OID4VCI-1FINALA-F.4 */
export async function readJwtProof(input: JwtProofInput): Promise<JwtProofReading> {
  const { read: jwt, credentialIssuer, clientId, algorithms, now } = input
  const reading = { credentialIssuer, clientId, algorithms, now }
  if (jwt === null)
    return { ...reading, jwt: null, unreadable: { reason: 'The proof is not a string.', repeated: null } }
  if (!jwt.readable) return { ...reading, jwt: null, unreadable: jwt }
  return { ...reading, jwt: await readProof(jwt, input), unreadable: null }
}

async function readProof(
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
