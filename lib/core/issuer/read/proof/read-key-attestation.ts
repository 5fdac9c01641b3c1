import { readStrictJwt } from '../../../ground/jose/read-jwt'
import { readX5c } from '../../../ground/jose/read-x5c'
import { verifyJwtSignature } from '../../../ground/jose/verify-jwt'
import type { Ports } from '../../../ground/ports/ports'
import type { KeyAttestationConditions, KeyAttestationReading } from './key-attestation-reading'
import { readAttestedKeys } from './read-attested-keys'
import { type OneTimeLookup, readNonce } from './read-nonce'

export interface KeyAttestationInput {
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
export async function readKeyAttestation(input: KeyAttestationInput): Promise<KeyAttestationReading> {
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
