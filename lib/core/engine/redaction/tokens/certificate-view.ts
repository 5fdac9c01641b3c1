import type { CertificateFact } from '../../../shared/ports/certificate-facts'
import type { ReadCertificates } from '../../../shared/ports/ports'
import { type EpochMillis, toIso } from '../../../shared/time/time'
import type { Json, JsonObject } from '../../../shared/values/json'
import type { Names } from '../names/names'
import { redactVisible } from '../values/redact-text'

/** How many certificates of a chain to examine, and how many characters one may have. */
const certificatesMax = 10
const certificateCharactersMax = 16 * 1024

/**
 * Replaces an `x5c` member with the number of certificates, whether each is signed by the next, the verdict of the
 * trust anchors, and what each certificate says, the first under `leaf`. Never throws.
 */
export function certificateView({
  x5c,
  readCertificates,
  names,
}: {
  readonly x5c: Json
  readonly readCertificates: ReadCertificates | undefined
  readonly names: Names
}): JsonObject {
  if (!Array.isArray(x5c)) return { count: 0 }
  const count = x5c.length
  const texts = x5c.filter((item) => typeof item === 'string')
  const readable = texts.length === count && count <= certificatesMax
  if (!readCertificates || !readable || texts.some((text) => text.length > certificateCharactersMax)) return { count }
  try {
    const facts = readCertificates(texts)
    if (!facts.readable) return { count }
    const [leaf, ...issuers] = facts.certificates
    return {
      count,
      chained: facts.chained,
      ...(facts.trust === 'no_anchor' ? {} : { trust: facts.trust }),
      leaf: viewOf(leaf, names),
      ...(issuers.length === 0 ? {} : { issuers: issuers.map((issuer) => viewOf(issuer, names)) }),
    }
  } catch {
    return { count }
  }
}

/** Key identifiers are encoded like the values of an `aki` query. OID4VP-1FINAL-6.1.1.1 */
const viewOf = (certificate: CertificateFact, names: Names): JsonObject => ({
  subject: redactVisible(certificate.subject, names),
  issuer: redactVisible(certificate.issuer, names),
  serial: certificate.serialNumber,
  not_before: instant(certificate.notBefore),
  not_after: instant(certificate.notAfter),
  aki: certificate.authorityKeyIdentifier,
  ski: certificate.subjectKeyIdentifier,
  sha256: certificate.sha256,
  san: certificate.subjectAlternativeNames.map((name) => redactVisible(name, names)),
  self_signed: certificate.selfSigned,
})

/** A certificate may contain an invalid date. */
function instant(value: EpochMillis): string | null {
  try {
    return toIso(value)
  } catch {
    return null
  }
}
