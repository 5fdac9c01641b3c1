import { type JwkFacts, readPublicJwk } from '../../../shared/jose/jwk'
import { readJwt, x5cTexts } from '../../../shared/jose/jwt'
import type { CertificateFacts } from '../../../shared/ports/certificate-facts'
import type { Ports } from '../../../shared/ports/ports'
import { isObject } from '../../../shared/values/json'
import type { AttestedKey } from './read-attested-keys'

/** Header parameters that can name a proof's key. */
export type KeyReference = 'kid' | 'jwk' | 'x5c'

/** The key that a proof names, and how. `jwk` holds the known facts, even if the key is unusable. */
export interface ProofKey {
  readonly via: 'jwk' | 'x5c' | 'kid_member' | 'kid_index' | 'kid_thumbprint'
  readonly jwk: JwkFacts
}

/** Why a proof's key cannot be found; the sentence is one of a fixed set. */
export interface UnresolvedKey {
  readonly why:
    | 'no_reference'
    | 'jwk_not_an_object'
    | 'certificates_unreadable'
    | 'certificates_too_many'
    | 'kid_not_a_string'
    | 'kid_did'
    | 'kid_alone'
    | 'kid_unmatched'
  readonly sentence: string
}

export type ResolvedProofKey =
  | { readonly key: ProofKey; readonly unresolved: null }
  | { readonly key: null; readonly unresolved: UnresolvedKey }

/**
 * Resolves a proof's key: `jwk`, else the leaf of `x5c`, else the attested key that `kid` names by `kid` member,
 * decimal index or thumbprint. (Wallets send `kid: "0"`; the appendix shows it without defining it.) With several
 * parameters the first counts, so that the rest of the proof can be judged.
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
      : unresolved('jwk_not_an_object', 'The jwk parameter is not a JSON object.')
  }
  if (certificates !== null) {
    return certificates.readable
      ? found('x5c', await readPublicJwk(certificates.certificates[0].publicJwk, { known: attestedKeys, ports }))
      : unresolved(
          certificates.reason.toString() === x5cTexts.too_many ? 'certificates_too_many' : 'certificates_unreadable',
          `No certificate could be read from x5c: ${inside(certificates.reason.toString())}`,
        )
  }
  const { kid } = header
  if (kid === undefined) return unresolved('no_reference', 'The header has neither kid nor jwk nor x5c.')
  if (typeof kid !== 'string') return unresolved('kid_not_a_string', 'The kid parameter is not a string.')
  if (kid.startsWith('did:')) return unresolved('kid_did', 'The kid is a DID URL; this issuer resolves no DIDs.')
  if (attestedKeys.length === 0)
    return unresolved('kid_alone', 'A kid alone does not give a key, and there are no attested keys to find it in.')
  const match = matchKid(kid, attestedKeys)
  if (match === null)
    return unresolved('kid_unmatched', 'The kid matches no attested key: no kid member, no index, no thumbprint.')
  return found(match.via, factsOf(match.key))
}

/** Only public members count; the rest was read with the attestation. */
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

/** Lower-cases a sentence for use inside another one. */
const inside = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1)

const found = (via: ProofKey['via'], jwk: JwkFacts): ResolvedProofKey => ({ key: { via, jwk }, unresolved: null })

const unresolved = (why: UnresolvedKey['why'], sentence: string): ResolvedProofKey => ({
  key: null,
  unresolved: { why, sentence },
})

function matchKid(kid: string, keys: readonly AttestedKey[]): { via: ProofKey['via']; key: AttestedKey } | null {
  const named = keys.find((key) => key.kid === kid)
  if (named) return { via: 'kid_member', key: named }
  const indexed = /^(0|[1-9][0-9]{0,2})$/.test(kid) ? keys[Number(kid)] : undefined
  if (indexed) return { via: 'kid_index', key: indexed }
  const printed = keys.find(({ thumbprint }) => thumbprint === kid)
  return printed ? { via: 'kid_thumbprint', key: printed } : null
}

/** Maximum statements examined per chain. */
const statementsMax = 20

/** Facts of an OpenID Federation trust chain in a proof header; nothing in it is followed. */
export interface TrustChainReading {
  /** Number of statements; `null` if not an array. */
  readonly length: number | null
  /** Index of the first element that is no signed JWT; `null` if all are. */
  readonly unreadable: number | null
  /** `alg` of each readable statement, as sent. */
  readonly algorithms: readonly unknown[]
}

/** Reads the header parameter `trust_chain`; `null` if there is none. Never throws. OID4VCI-1FINALA-F.1 */
export function readTrustChain(value: unknown): TrustChainReading | null {
  if (value === undefined) return null
  if (!Array.isArray(value)) return { length: null, unreadable: null, algorithms: [] }
  const read = value
    .slice(0, statementsMax)
    .map((statement: unknown) => (typeof statement === 'string' ? readJwt(statement) : null))
  const unreadable = read.findIndex((statement) => statement?.readable !== true)
  return {
    length: value.length,
    unreadable: unreadable === -1 ? null : unreadable,
    algorithms: read.flatMap((statement) => (statement?.readable ? [statement.header.alg] : [])),
  }
}
