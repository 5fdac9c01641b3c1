import { publicMembers } from '../../../ground/jose/public-members'
import { readJwt } from '../../../ground/jose/read-jwt'
import { thumbprint } from '../../../ground/jose/thumbprint'
import { isObject } from '../../../ground/values/json'
import type { JwtProofReading } from './jwt-proof-reading'

/** Maximum number of proofs to read in one request; a correct request has one. */
const proofsMax = 4

/** A public key in the header of a proof, whether or not the proof is valid. */
export interface ProofHeaderKey {
  /** Public members only. */
  readonly jwk: Readonly<Record<string, string>>
  /** Its own `kid` if it has one, otherwise the thumbprint; `null` without either. */
  readonly kid: string | null
  /** Position of the proof in the request, e.g. `proofs.jwt[0]`. */
  readonly place: string
}

/**
 * The `jwk` header keys of a credential request's proofs, in order. Refused proofs count too: several in one request,
 * with a bad signature, or in the `proof` member of earlier drafts. Values that are not a public key of a known kind
 * are skipped. `first`: the first `jwt` proof, if already read. Never throws. OID4VCI-1FINALA-F.1
 */
export async function readProofHeaderKeys(
  request: Readonly<Record<string, unknown>> | null,
  first: JwtProofReading | null,
): Promise<ProofHeaderKey[]> {
  const keys = await Promise.all(
    proofsOf(request ?? {})
      .slice(0, proofsMax)
      .map(async ({ token, place }) => (first !== null && place === firstPlace ? keyRead(first) : keyOf(token, place))),
  )
  return keys.flat()
}

const firstPlace = 'proofs.jwt[0]'

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

/** `jwk` takes precedence over other key parameters, so it is the key of this proof. */
const keyRead = async ({ jwt }: JwtProofReading): Promise<ProofHeaderKey[]> =>
  jwt === null ? [] : keyNamed(jwt.header.jwk, firstPlace, (jwk) => jwt.key?.jwk.thumbprint ?? thumbprint(jwk))

async function keyNamed(
  sent: unknown,
  place: string,
  nameOf: (jwk: Readonly<Record<string, string>>) => Promise<string | null> | string | null,
): Promise<ProofHeaderKey[]> {
  const jwk = publicMembers(sent)
  if (jwk === null || !isObject(sent)) return []
  return [{ jwk, kid: typeof sent.kid === 'string' ? sent.kid : await nameOf(jwk), place }]
}
