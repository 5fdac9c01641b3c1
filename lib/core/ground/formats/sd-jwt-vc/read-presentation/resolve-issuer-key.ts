import { readPublicJwk } from '../../../jose/jwk-facts'
import { isObject, type Json } from '../../../values/json'
import type { IssuerKeySet, PresentationInput } from '../../reading-of-presentation'
import type { IssuerKeyReading, X5cReading } from './issuer-key-reading'
import type { JwsReading } from './jws-reading'
import { stringMember } from './read-jws'

type Source = Extract<IssuerKeyReading, { resolved: true }>['source']
type Unresolved = Extract<IssuerKeyReading, { resolved: false }>
type Reason = Exclude<Unresolved['reason'], 'metadata_unusable'>

/**
 * Finds the key that should have signed a credential: the leaf of `x5c`, or else a key that is known for `iss`, or else
 * one that its issuer publishes, where it is asked. The header never gives a key of itself; never throws. SDJWTVC-3.5
 */
export async function resolveIssuerKey({
  jws,
  x5c,
  issuerKeys,
  issuerMetadata,
  ...ports
}: {
  readonly jws: JwsReading
  readonly x5c: X5cReading | null
} & Pick<PresentationInput, 'issuerKeys' | 'issuerMetadata' | 'digest' | 'isPublicKey'>): Promise<IssuerKeyReading> {
  if (jws.header === null) return unresolved('not_readable')
  if (x5c !== null) {
    if (!x5c.facts.readable) return unresolved('x5c_unreadable')
    return fromJwk(x5c.facts.certificates[0].publicJwk, { source: 'x5c', otherwise: 'x5c_key_unusable', ports })
  }
  const iss = stringMember(jws.claims, 'iss')
  if (iss === null) return unresolved('iss_absent')
  const known = issuerKeys.find(({ issuer }) => issuer === iss) ?? (await published(iss, issuerMetadata))
  if ('resolved' in known) return known
  const kid = stringMember(jws.header, 'kid')
  const named = keyNamed(known.keys, kid)
  if (named === undefined) return unresolved(kid === null ? 'kid_absent' : 'kid_unknown')
  return fromJwk(named, { source: known.source, otherwise: 'key_unusable', ports })
}

/** The keys that an issuer publishes, or why there are none. SDJWTVC-5 */
async function published(
  issuer: string,
  issuerMetadata: PresentationInput['issuerMetadata'],
): Promise<IssuerKeySet | Unresolved> {
  const asked = await issuerMetadata(issuer)
  if (asked === null) return unresolved('issuer_unknown')
  if (asked.keys === null) return { resolved: false, reason: 'metadata_unusable', ...asked.unusable }
  return { issuer, source: 'issuer_metadata', keys: asked.keys }
}

/** The key of that name, or the only key there is if none is named. */
function keyNamed(keys: readonly Json[], kid: string | null): Json | undefined {
  if (kid === null) return keys.length === 1 ? keys[0] : undefined
  return keys.find((key) => isObject(key) && key.kid === kid)
}

const unresolved = (reason: Reason): Unresolved => ({ resolved: false, reason })

async function fromJwk(
  value: unknown,
  {
    source,
    otherwise,
    ports,
  }: {
    readonly source: Source
    readonly otherwise: Reason
    readonly ports: Pick<PresentationInput, 'digest' | 'isPublicKey'>
  },
): Promise<IssuerKeyReading> {
  const { publicJwk, thumbprint } = await readPublicJwk(value, { ports })
  if (publicJwk === null || thumbprint === null) return unresolved(otherwise)
  return { resolved: true, source, jwk: publicJwk, thumbprint }
}
