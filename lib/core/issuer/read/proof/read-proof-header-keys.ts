import { publicMembers, thumbprint } from '../../../shared/jose/jwk'
import { readJwt } from '../../../shared/jose/jwt'
import { isObject } from '../../../shared/values/json'
import type { JwtProofReading } from './proofs-reading'

/** Minimum number of proofs examined per request; a correct request without a batch has one. */
const proofsMin = 4

/** A public key in a proof header, whether or not the proof is valid. */
export interface ProofHeaderKey {
  /** Public members only. */
  readonly jwk: Readonly<Record<string, string>>
  /** Own `kid`, otherwise the thumbprint; `null` without either. */
  readonly kid: string | null
  /** Position of the proof in the request, e.g. `proofs.jwt[0]`. */
  readonly place: string
}

/**
 * Header `jwk` keys of a credential request's proofs, in order. Includes refused proofs: several in one request, with a
 * bad signature, or in the `proof` member of earlier drafts. Skips values that are no public key of a known type.
 * `read`: `jwt` proofs already read, the first ones. Never throws. OID4VCI-1FINALA-F.1
 */
export async function readProofHeaderKeys(
  request: Readonly<Record<string, unknown>> | null,
  read: readonly (JwtProofReading | null)[],
): Promise<ProofHeaderKey[]> {
  const keys = await Promise.all(
    proofsOf(request ?? {})
      .slice(0, Math.max(proofsMin, read.length))
      .map(async ({ token, place }, index) => {
        const known = place === 'proof.jwt' ? null : read[index]
        return known == null ? keyOf(token, place) : keyRead(known, place)
      }),
  )
  return keys.flat()
}

const proofsOf = ({ proofs, proof }: Readonly<Record<string, unknown>>) => [
  ...(isObject(proofs) && Array.isArray(proofs.jwt)
    ? proofs.jwt.map((token: unknown, index) => ({ token, place: `proofs.jwt[${index}]` }))
    : []),
  ...(isObject(proof) ? [{ token: proof.jwt, place: 'proof.jwt' }] : []),
]

async function keyOf(token: unknown, place: string): Promise<ProofHeaderKey[]> {
  const jwt = typeof token === 'string' ? readJwt(token) : null
  return jwt?.readable ? keyNamed(jwt.header.jwk, place, thumbprint) : []
}

/** `jwk` takes precedence over other key parameters. */
const keyRead = async ({ jwt }: JwtProofReading, place: string): Promise<ProofHeaderKey[]> =>
  jwt === null ? [] : keyNamed(jwt.header.jwk, place, (jwk) => jwt.key?.jwk.thumbprint ?? thumbprint(jwk))

async function keyNamed(
  sent: unknown,
  place: string,
  nameOf: (jwk: Readonly<Record<string, string>>) => Promise<string | null> | string | null,
): Promise<ProofHeaderKey[]> {
  const jwk = publicMembers(sent)
  if (jwk === null || !isObject(sent)) return []
  return [{ jwk, kid: typeof sent.kid === 'string' ? sent.kid : await nameOf(jwk), place }]
}
