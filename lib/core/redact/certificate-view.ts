import type { Json, JsonObject } from '../json'
import type { ReadCertificates } from '../ports'
import { type EpochMillis, toIso } from '../time'
import type { Names } from './names'
import { scrubVisible } from './scrub-text'

/** Certificates of one chain that are looked into, and characters that one may have. */
const certificatesMax = 10
const certificateCharactersMax = 16 * 1024

/**
 * What stands in place of an `x5c` member: how many certificates, whether each is signed by the next, what configured
 * anchors say of them, and who the first one is for. Never throws.
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
    const [leaf] = facts.certificates
    return {
      count,
      chained: facts.chained,
      ...(facts.trust === 'no_anchor' ? {} : { trust: facts.trust }),
      leaf: {
        subject: scrubVisible(leaf.subject, names),
        issuer: scrubVisible(leaf.issuer, names),
        not_before: instant(leaf.notBefore),
        not_after: instant(leaf.notAfter),
        sha256: leaf.sha256,
        san: leaf.subjectAlternativeNames.map((name) => scrubVisible(name, names)),
        self_signed: leaf.selfSigned,
      },
    }
  } catch {
    return { count }
  }
}

/** A certificate may name an instant that no calendar has. */
function instant(value: EpochMillis): string | null {
  try {
    return toIso(value)
  } catch {
    return null
  }
}
