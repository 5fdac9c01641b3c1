import { publicMembers } from '../../../ground/jose/public-members'
import { readJwt } from '../../../ground/jose/read-jwt'
import { thumbprint } from '../../../ground/jose/thumbprint'
import { isObject } from '../../../ground/values/json'
import type { JwtProofReading } from './jwt-proof-reading'

/** Proofs of one request that are looked into; a good request has one. */
const proofsMax = 4

/** A public key as a proof names it in its header, whatever that proves. */
export interface ProofHeaderKey {
  /** Public members only. */
  readonly jwk: Readonly<Record<string, string>>
  /** Its own `kid` where it has one, else the thumbprint; `null` where neither is there. */
  readonly kid: string | null
  /** Where in the request the proof stands, e.g. `proofs.jwt[0]`. */
  readonly place: string
}

/**
 * The keys that stand as `jwk` in the headers of the proofs of a credential request, in order, also of proofs that are
 * refused: several in one request, with a bad signature, or in the `proof` member of earlier drafts. What is no public
 * key of a known kind is left out. `first`: the first proof of the kind `jwt`, where it was read already. Never throws.
 * OID4VCI-1FINALA-F.1
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

/** A key in `jwk` goes before what other parameters name, so the key of a proof with that parameter is this one. */
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
