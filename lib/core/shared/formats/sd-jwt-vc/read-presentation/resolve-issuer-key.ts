import { readPublicJwk } from '../../../jose/jwk'
import { readX5c } from '../../../jose/jwt'
import type { ReadCertificates } from '../../../ports/ports'
import type { EpochMillis } from '../../../time/time'
import { fromBase64, withoutPadding } from '../../../values/base64url'
import { isObject, type Json, type JsonObject } from '../../../values/json'
import { say } from '../../../values/wording'
import type { IssuerKeySet, PresentationInput } from '../../reading-of-presentation'
import { type JwsReading, stringMember } from './read-jws'
import type { IssuerKeyReading, X5cReading } from './sd-jwt-vc-reading'

type Source = Extract<IssuerKeyReading, { resolved: true }>['source']

type Unresolved = Extract<IssuerKeyReading, { resolved: false }>

type Reason = Exclude<Unresolved['reason'], 'metadata_unusable'>

/**
 * Finds the key that should have signed a credential: the leaf of `x5c`, otherwise a known key for `iss`, otherwise a
 * published one if fetching is allowed. The header itself never supplies a key. Never throws. SDJWTVC-3.5
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

/** The published keys of an issuer, or why there are none. SDJWTVC-5 */
async function published(
  issuer: string,
  issuerMetadata: PresentationInput['issuerMetadata'],
): Promise<IssuerKeySet | Unresolved> {
  const asked = await issuerMetadata(issuer)
  if (asked === null) return unresolved('issuer_unknown')
  if (asked.keys === null) return { resolved: false, reason: 'metadata_unusable', ...asked.unusable }
  return { issuer, source: 'issuer_metadata', keys: asked.keys }
}

/** The key with this `kid`; without one, the only key. */
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

/** Reads the `x5c` header of an issuer-signed JWT; `null` if absent. Never throws. RFC7515-4.1.6 */
export function readIssuerChain({
  header,
  claims,
  now,
  readCertificates,
}: {
  readonly header: JsonObject | null
  readonly claims: JsonObject | null
  readonly now: EpochMillis
  readonly readCertificates: ReadCertificates
}): X5cReading | null {
  if (header === null || !Object.hasOwn(header, 'x5c')) return null
  const entries: readonly unknown[] = Array.isArray(header.x5c) ? header.x5c : []
  const misencoded = entries.flatMap((entry, place) => (isMisencoded(entry) ? [place] : []))
  // A wrong encoding is a separate error and must not hide others.
  const value = Array.isArray(header.x5c) ? entries.map(inStandardBase64) : header.x5c
  const facts = readX5c(value, readCertificates) ?? { readable: false, reason: say`There is no certificate.`, count: 0 }
  const certificates = facts.readable ? facts.certificates : []
  const places = (holds: (certificate: (typeof certificates)[number], place: number) => boolean): number[] =>
    certificates.flatMap((certificate, place) => (holds(certificate, place) ? [place] : []))
  const [leaf] = certificates
  return {
    facts,
    isReversed: facts.readable && facts.chainError !== null && isPath(value, readCertificates),
    misencoded,
    leafSelfSigned: leaf?.selfSigned ?? null,
    selfSigned: places(({ selfSigned }) => selfSigned),
    notYetValid: places(({ notBefore }) => notBefore > now),
    expired: places(({ notAfter }) => notAfter < now),
    issMatchesSan: leaf === undefined ? null : issMatchesSan(stringMember(claims, 'iss'), leaf.subjectAlternativeNames),
    authorityKeyIdentifiers: certificates.flatMap(({ authorityKeyIdentifier }) => authorityKeyIdentifier ?? []),
  }
}

/** Whether the certificates form a valid path the other way round. */
function isPath(value: unknown, readCertificates: ReadCertificates): boolean {
  if (!Array.isArray(value) || value.length < 2) return false
  const facts = readX5c(value.toReversed(), readCertificates)
  return facts?.readable === true && facts.chainError === null
}

const isMisencoded = (entry: unknown): boolean => typeof entry === 'string' && fromBase64(entry) === null

/** Converts an entry in base64url, without padding or with white space, to standard base64. */
function inStandardBase64(entry: unknown): unknown {
  if (typeof entry !== 'string' || !isMisencoded(entry)) return entry
  const characters = withoutPadding(entry.replaceAll(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/'))
  return characters.padEnd(Math.ceil(characters.length / 4) * 4, '=')
}

/** An earlier SD-JWT VC draft bound `iss` to a name in the certificate; `null` unless `iss` is an https URL. */
function issMatchesSan(iss: string | null, names: readonly string[]): boolean | null {
  if (iss === null || !URL.canParse(iss) || new URL(iss).protocol !== 'https:') return null
  return names.includes(`URI:${iss}`) || names.includes(`DNS:${new URL(iss).hostname}`)
}
