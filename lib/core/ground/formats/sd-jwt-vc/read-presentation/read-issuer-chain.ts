import { readX5c } from '../../../jose/read-x5c'
import type { ReadCertificates } from '../../../ports/ports'
import type { EpochMillis } from '../../../time/time'
import { fromBase64, withoutPadding } from '../../../values/base64'
import type { JsonObject } from '../../../values/json'
import { say } from '../../../values/wording'
import type { X5cReading } from './issuer-key-reading'
import { stringMember } from './read-jws'

/** Reads the `x5c` header of an issuer-signed JWT; `null` without one. Never throws. RFC7515-4.1.6 */
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
  // A wrong spelling is an error of its own and hides none of the others.
  const value = Array.isArray(header.x5c) ? entries.map(inStandardBase64) : header.x5c
  const facts = readX5c(value, readCertificates) ?? { readable: false, reason: say`There is no certificate.`, count: 0 }
  const certificates = facts.readable ? facts.certificates : []
  const places = (holds: (certificate: (typeof certificates)[number], place: number) => boolean): number[] =>
    certificates.flatMap((certificate, place) => (holds(certificate, place) ? [place] : []))
  const [leaf] = certificates
  return {
    facts,
    misencoded,
    leafSelfSigned: leaf?.selfSigned ?? null,
    selfSigned: places(({ selfSigned }) => selfSigned),
    notYetValid: places(({ notBefore }) => notBefore > now),
    expired: places(({ notAfter }) => notAfter < now),
    issMatchesSan: leaf === undefined ? null : issMatchesSan(stringMember(claims, 'iss'), leaf.subjectAlternativeNames),
    authorityKeyIdentifiers: certificates.flatMap(({ authorityKeyIdentifier }) => authorityKeyIdentifier ?? []),
  }
}

const isMisencoded = (entry: unknown): boolean => typeof entry === 'string' && fromBase64(entry) === null

/** The entry as it should have been written, where it is base64url, lacks padding or has white space in it. */
function inStandardBase64(entry: unknown): unknown {
  if (typeof entry !== 'string' || !isMisencoded(entry)) return entry
  const characters = withoutPadding(entry.replaceAll(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/'))
  return characters.padEnd(Math.ceil(characters.length / 4) * 4, '=')
}

/** An earlier draft of SD-JWT VC bound `iss` to a name of the certificate; `null` where `iss` is not https URL. */
function issMatchesSan(iss: string | null, names: readonly string[]): boolean | null {
  if (iss === null || !URL.canParse(iss) || new URL(iss).protocol !== 'https:') return null
  return names.includes(`URI:${iss}`) || names.includes(`DNS:${new URL(iss).hostname}`)
}
