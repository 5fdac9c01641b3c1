import { type JwkFacts, readPublicJwk } from '../../../ground/jose/jwk'
import type { CertificateFacts } from '../../../ground/ports/certificate-facts'
import type { Ports } from '../../../ground/ports/ports'
import { isObject } from '../../../ground/values/json'
import type { AttestedKey } from './read-attested-keys'

/** The three header parameters that may name the key of a proof. */
export type KeyReference = 'kid' | 'jwk' | 'x5c'

/**
 * The key that a proof names, and the parameter that names it. `jwk` holds what is known about it, even if it is
 * unusable.
 */
export interface ProofKey {
  readonly via: 'jwk' | 'x5c' | 'kid_member' | 'kid_index' | 'kid_thumbprint'
  readonly jwk: JwkFacts
}

/** `unresolved` is one of a fixed set of sentences. */
export type ResolvedProofKey =
  | { readonly key: ProofKey; readonly unresolved: null }
  | { readonly key: null; readonly unresolved: string }

/**
 * Resolves the key of a proof: `jwk`, otherwise the leaf of `x5c`, otherwise the attested key that `kid` names, by its
 * `kid` member, a decimal index or a thumbprint. (Wallets send `kid: "0"`; the appendix shows it without defining it.)
 * With several parameters the first one counts, so that the rest of the proof can be judged.
 * @see OID4VCI-1FINALA-F.1
 */
export async function resolveProofKey(
  header: Readonly<Record<string, unknown>>,
  certificates: CertificateFacts | null,
  attestedKeys: readonly AttestedKey[],
  ports: Pick<Ports, 'digest' | 'isPublicKey'>,
): Promise<ResolvedProofKey> {
  if (header.jwk !== undefined) {
    return isObject(header.jwk)
      ? found('jwk', await readPublicJwk(header.jwk, { known: attestedKeys, ports }))
      : unresolved('The jwk parameter is not a JSON object.')
  }
  if (certificates !== null) {
    return certificates.readable
      ? found('x5c', await readPublicJwk(certificates.certificates[0].publicJwk, { known: attestedKeys, ports }))
      : unresolved(`No certificate could be read from x5c: ${inside(certificates.reason.toString())}`)
  }
  const { kid } = header
  if (kid === undefined) return unresolved('The header has neither kid nor jwk nor x5c.')
  if (typeof kid !== 'string') return unresolved('The kid parameter is not a string.')
  if (kid.startsWith('did:')) return unresolved('The kid is a DID URL; this issuer resolves no DIDs.')
  if (attestedKeys.length === 0)
    return unresolved('A kid alone does not give a key, and there are no attested keys to find it in.')
  const match = matchKid(kid, attestedKeys)
  if (match === null) return unresolved('The kid matches no attested key: no kid member, no index, no thumbprint.')
  return found(match.via, factsOf(match.key))
}

/** Only the public members of an attested key count; the rest was read with the attestation. */
const factsOf = ({ publicJwk, thumbprint }: AttestedKey): JwkFacts => ({
  isObject: publicJwk !== null,
  kty: publicJwk?.kty ?? null,
  crv: publicJwk?.crv ?? null,
  alg: null,
  kid: null,
  privateMembers: [],
  valid: publicJwk !== null,
  publicJwk,
  thumbprint,
})

/** A sentence for use inside another one. */
const inside = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1)

const found = (via: ProofKey['via'], jwk: JwkFacts): ResolvedProofKey => ({ key: { via, jwk }, unresolved: null })
const unresolved = (sentence: string): ResolvedProofKey => ({ key: null, unresolved: sentence })

function matchKid(kid: string, keys: readonly AttestedKey[]): { via: ProofKey['via']; key: AttestedKey } | null {
  const named = keys.find((key) => key.kid === kid)
  if (named) return { via: 'kid_member', key: named }
  const indexed = /^(0|[1-9][0-9]{0,2})$/.test(kid) ? keys[Number(kid)] : undefined
  if (indexed) return { via: 'kid_index', key: indexed }
  const printed = keys.find(({ thumbprint }) => thumbprint === kid)
  return printed ? { via: 'kid_thumbprint', key: printed } : null
}
