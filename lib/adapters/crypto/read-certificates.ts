import { createHash, X509Certificate } from 'node:crypto'
import type { CertificateFact, CertificateFacts } from '@/lib/core/ground/ports/certificate-facts'
import type { ReadCertificates } from '@/lib/core/ground/ports/ports'
import { epochMillis } from '@/lib/core/ground/time/time'
import { type CertificateBudget, CertificateBudgetSpent, isSignedBy, noCertificateBudget } from './certificate-budget'
import { keyError } from './key-error'
import { keyIdentifiersOf } from './key-identifiers'
import { pathLengthOf } from './path-length'
import { splitAlternativeNames } from './split-alternative-names'

/** Maximum number of certificates parsed in one `x5c` header. */
export const certificatesMax = 10
/** Maximum size of a certificate, in base64 characters. */
const certificateCharactersMax = 16 * 1024

/**
 * Makes a reader of `x5c` headers for these trust anchors. It never throws and ignores the clock: whether a certificate
 * is in its validity period is a fact for a check. It skips what exceeds the budget. RFC7515-4.1.6
 */
export function certificateReader(
  anchors: readonly X509Certificate[],
  budget: CertificateBudget = noCertificateBudget,
): ReadCertificates {
  return (x5c) => {
    try {
      return read(x5c, { anchors, budget })
    } catch (error) {
      return unreadable(
        x5c,
        error instanceof CertificateBudgetSpent
          ? 'The request brings more certificates than are looked at.'
          : 'A certificate cannot be read.',
      )
    }
  }
}

interface Circumstances {
  readonly anchors: readonly X509Certificate[]
  readonly budget: CertificateBudget
}

function read(x5c: readonly string[], known: Circumstances): CertificateFacts {
  const { anchors, budget } = known
  if (x5c.length === 0) return unreadable(x5c, 'There is no certificate.')
  if (x5c.length > certificatesMax) return unreadable(x5c, 'There are more than 10 certificates.')
  const chain: X509Certificate[] = []
  for (const encoded of x5c) {
    budget.parse()
    const certificate = parse(encoded)
    if (typeof certificate === 'string') return unreadable(x5c, certificate)
    chain.push(certificate)
  }
  const [leaf, ...others] = chain
  if (leaf === undefined) return unreadable(x5c, 'There is no certificate.')
  if (chain.some(({ validFrom, validTo }) => Number.isNaN(Date.parse(validFrom) + Date.parse(validTo)))) {
    return unreadable(x5c, 'A certificate has no readable period of validity.')
  }
  const chained = chain.every((certificate, index) => {
    const next = chain[index + 1]
    return next === undefined || certifies(next, certificate, budget)
  })
  const last = others.at(-1) ?? leaf
  const isAnchor = (certificate: X509Certificate) => anchors.some(({ raw }) => raw.equals(certificate.raw))
  return {
    readable: true,
    certificates: [fact(leaf, budget), ...others.map((certificate) => fact(certificate, budget))],
    chained,
    mayIssue: isValidWay(chain),
    trust: anchors.length === 0 ? 'no_anchor' : chained && isTrusted(chain, known) ? 'trusted' : 'untrusted',
    includesAnchor: isSelfSigned(last, budget) || chain.some(isAnchor),
  }
}

const unreadable = (x5c: readonly string[], reason: string): CertificateFacts => ({
  readable: false,
  reason,
  count: x5c.length,
})

/** The certificate, or one sentence that says why there is none. */
function parse(encoded: unknown): X509Certificate | string {
  if (typeof encoded !== 'string') return 'A certificate is not a string.'
  if (encoded.length > certificateCharactersMax) return 'A certificate is larger than 16384 characters.'
  const der = Buffer.from(encoded, 'base64')
  // Standard base64 with padding, on one line; Buffer would also accept base64url.
  if (der.length === 0 || der.toString('base64') !== encoded) return 'A certificate is not standard base64.'
  try {
    const certificate = new X509Certificate(der)
    // The parser also accepts PEM, and ignores bytes after a certificate.
    if (!certificate.raw.equals(der)) return 'A certificate is not DER.'
    return keyError(certificate) ?? certificate
  } catch {
    return 'A certificate is not X.509.'
  }
}

/** Whether `issuer` issued `certificate`, by name and signature. Ignores whether it was allowed to. */
const certifies = (issuer: X509Certificate, certificate: X509Certificate, budget: CertificateBudget): boolean =>
  certificate.issuer === issuer.subject && isSignedBy(certificate, issuer, budget)

const isSelfSigned = (certificate: X509Certificate, budget: CertificateBudget): boolean =>
  certifies(certificate, certificate, budget)

/**
 * Whether some path leads from the leaf to an anchor, either sent with the chain or the issuer of one that was sent.
 */
function isTrusted(chain: readonly X509Certificate[], { anchors, budget }: Circumstances): boolean {
  return chain.some((certificate, index) => {
    const way = chain.slice(0, index + 1)
    return anchors.some((anchor) => {
      if (anchor.raw.equals(certificate.raw)) return isValidWay(way)
      return certifies(anchor, certificate, budget) && isValidWay([...way, anchor])
    })
  })
}

/**
 * Whether every issuer on the path may issue: it is a CA, and its path length allows what is below it. RFC 5280 section
 * 6.1.4
 */
const isValidWay = (way: readonly X509Certificate[]): boolean =>
  way.every((certificate, index) => {
    const below = way[index - 1]
    return below === undefined || (mayIssue(certificate, below) && index - 1 <= pathLengthOf(certificate))
  })

/** `checkIssued` also requires keyCertSign if there is a key usage. */
const mayIssue = (issuer: X509Certificate, certificate: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer)

function fact(certificate: X509Certificate, budget: CertificateBudget): CertificateFact {
  return {
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    serialNumber: certificate.serialNumber.toLowerCase(),
    notBefore: epochMillis(Date.parse(certificate.validFrom)),
    notAfter: epochMillis(Date.parse(certificate.validTo)),
    sha256: createHash('sha256').update(certificate.raw).digest('hex'),
    subjectAlternativeNames: splitAlternativeNames(certificate.subjectAltName ?? ''),
    selfSigned: isSelfSigned(certificate, budget),
    isCa: certificate.ca,
    // Node exposes the extended key usage under this name.
    extendedKeyUsage: certificate.keyUsage ?? [],
    country: countryOf(certificate.subject),
    ...keyIdentifiersOf(certificate),
    publicJwk: publicJwk(certificate),
  }
}

/** OpenSSL prints each part of a name on its own line, and escapes a line break within a part as two characters. */
function countryOf(subject: string | undefined): string | null {
  const countries = (subject ?? '').split('\n').filter((part) => part.startsWith('C='))
  return countries.length === 1 ? (countries[0]?.slice(2) ?? null) : null
}

/** OpenSSL prints one line for each part of a name; an empty subject is undefined. */
const oneLine = (name: string | undefined): string => (name ?? '').split('\n').join(', ')

/** Empty for key types without a JWK form. */
function publicJwk(certificate: X509Certificate): Readonly<Record<string, unknown>> {
  try {
    return { ...certificate.publicKey.export({ format: 'jwk' }) }
  } catch {
    return {}
  }
}
