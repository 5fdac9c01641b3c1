import { publicMembers } from '../../jose/public-members'
import { readJwt } from '../../jose/read-jwt'
import { thumbprint } from '../../jose/thumbprint'
import { isObject } from '../../json'

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
 * key of a known kind is left out. Never throws. OID4VCI-1FINALA-F.1
 */
export async function readProofHeaderKeys(
  request: Readonly<Record<string, unknown>> | null,
): Promise<ProofHeaderKey[]> {
  const keys = await Promise.all(
    proofsOf(request ?? {})
      .slice(0, proofsMax)
      .map(keyOf),
  )
  return keys.flat()
}

const proofsOf = ({ proofs, proof }: Readonly<Record<string, unknown>>) => [
  ...(isObject(proofs) && Array.isArray(proofs.jwt)
    ? proofs.jwt.map((token: unknown, index) => ({ token, place: `proofs.jwt[${index}]` }))
    : []),
  ...(isObject(proof) ? [{ token: proof.jwt, place: 'proof.jwt' }] : []),
]

async function keyOf({ token, place }: { token: unknown; place: string }): Promise<ProofHeaderKey[]> {
  const jwt = typeof token === 'string' ? readJwt(token) : null
  if (!jwt?.readable) return []
  const sent = jwt.header.jwk
  const jwk = publicMembers(sent)
  if (jwk === null || !isObject(sent)) return []
  return [{ jwk, kid: typeof sent.kid === 'string' ? sent.kid : await thumbprint(jwk), place }]
}
