import { createHash, type KeyObject, X509Certificate } from 'node:crypto'
import { isRsaExponent, rsaExponentBitsMax, rsaModulusBitsMax } from '@/lib/core/shared/jose/jwk'
import type { CertificateFact, CertificateFacts, ChainError, Listing } from '@/lib/core/shared/ports/certificate-facts'
import type { Clock, ReadCertificates } from '@/lib/core/shared/ports/ports'
import { type EpochMillis, epochMillis } from '@/lib/core/shared/time/time'
import { isWording, say, type Wording } from '@/lib/core/shared/values/wording'
import { type CertificateBudget, CertificateBudgetSpent, noCertificateBudget } from './certificate-budget'
import { partsOf } from './chain/certificate-parts'
import { certifies, pathError } from './chain/path-error'
import { splitAlternativeNames } from './open-leaf'

/** Named curves of common sizes. Others are slow or their cost is unknown. */
const curves = /^(prime256v1|secp(224|256|384|521)[kr]1|brainpoolP(224|256|320|384|512)[rt]1)$/

/**
 * Explains in one sentence why we refuse to verify signatures with a certificate's key; `null` if its type and size
 * keep verification fast. The sender chooses the key, and so decides what each verification costs.
 */
export function keyError(certificate: X509Certificate): Wording | null {
  const key = publicKeyOf(certificate)
  if (key === null) return null
  const { modulusLength = 0, publicExponent = 0n, namedCurve = '' } = key.asymmetricKeyDetails ?? {}
  switch (key.asymmetricKeyType) {
    case 'rsa':
    case 'rsa-pss':
      if (modulusLength > rsaModulusBitsMax)
        return say`An RSA key of a certificate is longer than ${rsaModulusBitsMax} bits.`
      if (!isRsaExponent(publicExponent)) return say`The exponent of an RSA key of a certificate is even, or below 3.`
      return publicExponent.toString(2).length > rsaExponentBitsMax
        ? say`The exponent of an RSA key of a certificate is longer than ${rsaExponentBitsMax} bits.`
        : null
    case 'ec':
      return curves.test(namedCurve) ? null : say`A certificate has a key on a curve that is not used here.`
    case 'ed25519':
    case 'ed448':
    case 'x25519':
    case 'x448':
      return null
    default:
      return say`A certificate has a key of a kind that is not used here.`
  }
}

/** `null` for key types that OpenSSL does not know; no signature is verified with those. */
function publicKeyOf(certificate: X509Certificate): KeyObject | null {
  try {
    return certificate.publicKey
  } catch {
    return null
  }
}

/** Maximum number of certificates parsed in one `x5c` header. */
export const certificatesMax = 10

/** Maximum size of a certificate, in base64 characters. */
const certificateCharactersMax = 16 * 1024

/** Maximum number of alternative names of a certificate. */
export const alternativeNamesMax = 1000

/**
 * Makes a reader of `x5c` headers for these trust anchors. It never throws, and skips whatever exceeds the budget. It
 * uses the time only to decide trust; whether a certificate is within its validity period is also judged by a check.
 * RFC7515-4.1.6
 */
export function certificateReader(
  anchors: readonly X509Certificate[],
  {
    now,
    budget = noCertificateBudget,
    listed = null,
  }: { readonly now: Clock; readonly budget?: CertificateBudget; readonly listed?: ListedAnchors | null },
): ReadCertificates {
  const read = chainReader(anchors, budget, listed)
  return (x5c) => factsAt(read(x5c), now())
}

/** A certificate of a service on a list of trusted entities. */
export interface ListedAnchor {
  readonly certificate: X509Certificate
  readonly service: Pick<Extract<Listing, { state: 'listed' }>, 'entity' | 'service'>
}

/** The certificates of all lists that are valid now; `null` if none is. */
export type ListedAnchors = { readonly anchors: readonly ListedAnchor[] | null }

/** The facts about a chain that do not depend on the time. */
export type ChainReading =
  | Extract<CertificateFacts, { readable: false }>
  | (Omit<Extract<CertificateFacts, { readable: true }>, 'trust' | 'trustError' | 'listing'> & {
      readonly hasAnchors: boolean
      /** Whether lists are configured, and one is valid. */
      readonly lists: 'none' | 'invalid' | 'valid'
      /** Every path to an anchor, in chain order; empty if the chain is broken. */
      readonly paths: readonly TrustPath[]
    })

interface TrustPath {
  readonly error: ChainError | null
  /** The listed service that it leads to; `null` if its anchor was configured directly. */
  readonly service: ListedAnchor['service'] | null
  readonly periods: readonly ValidityPeriod[]
}

type ValidityPeriod = Pick<CertificateFact, 'notBefore' | 'notAfter'>

/** Like `certificateReader`, but without the facts that depend on the time. */
export function chainReader(
  anchors: readonly X509Certificate[],
  budget: CertificateBudget,
  listed: ListedAnchors | null = null,
): (x5c: readonly string[]) => ChainReading {
  const known: Circumstances = {
    anchors: [...anchors.map((certificate) => ({ certificate, service: null })), ...(listed?.anchors ?? [])],
    lists: listed === null ? 'none' : listed.anchors === null ? 'invalid' : 'valid',
    budget,
  }
  return (x5c) => {
    try {
      return read(x5c, known)
    } catch (error) {
      return unreadable(
        x5c,
        error instanceof CertificateBudgetSpent ? error.reason : say`A certificate cannot be read.`,
      )
    }
  }
}

/** Adds whether one of the paths is valid at this time. RFC 5280 section 6.1.3 (a)(2) */
export function factsAt(reading: ChainReading, now: EpochMillis): CertificateFacts {
  if (!reading.readable) return reading
  const { paths, hasAnchors, lists, ...facts } = reading
  const errors = paths.map(({ error, periods }) => error ?? periodError(periods, now))
  const listing: Listing | null =
    lists === 'none' ? null : lists === 'invalid' ? { state: 'no_valid_list' } : listingOf(paths, errors)
  const said = { ...facts, ...(listing === null ? {} : { listing }) }
  if (!hasAnchors) return { ...said, trust: 'no_anchor', trustError: null }
  const trusted = errors.includes(null)
  return {
    ...said,
    trust: trusted ? 'trusted' : 'untrusted',
    trustError: trusted ? null : (errors[0] ?? facts.chainError),
  }
}

function listingOf(paths: readonly TrustPath[], errors: readonly (ChainError | null)[]): Listing {
  const path = paths.find(({ service }, index) => service !== null && errors[index] === null)
  return path?.service ? { state: 'listed', ...path.service } : { state: 'not_listed' }
}

function periodError(periods: readonly ValidityPeriod[], now: EpochMillis): ChainError | null {
  const place = periods.findIndex(({ notBefore, notAfter }) => now < notBefore || now > notAfter)
  const period = periods[place]
  if (period === undefined) return null
  return { rule: now < period.notBefore ? 'not_yet_valid' : 'expired', place, extension: null }
}

/** An anchor with its listed service; `null` if it was configured directly. */
interface Anchor {
  readonly certificate: X509Certificate
  readonly service: ListedAnchor['service'] | null
}

interface Circumstances extends Pick<Extract<ChainReading, { readable: true }>, 'lists'> {
  readonly anchors: readonly Anchor[]
  readonly budget: CertificateBudget
}

function read(x5c: readonly string[], known: Circumstances): ChainReading {
  const { anchors, lists, budget } = known
  if (x5c.length === 0) return unreadable(x5c, say`There is no certificate.`)
  if (x5c.length > certificatesMax) return unreadable(x5c, say`There are more than 10 certificates.`)
  const chain: X509Certificate[] = []
  for (const encoded of x5c) {
    const certificate = parse(encoded, budget)
    if (isWording(certificate)) return unreadable(x5c, certificate)
    const tooMany = alternativeNamesError(certificate)
    if (tooMany !== null) return unreadable(x5c, tooMany)
    chain.push(certificate)
  }
  const [leaf, ...others] = chain
  if (leaf === undefined) return unreadable(x5c, say`There is no certificate.`)
  if (chain.some((certificate) => Number.isNaN(validFrom(certificate) + validTo(certificate)))) {
    return unreadable(x5c, say`A certificate has no readable period of validity.`)
  }
  const chainError = pathError(chain, budget)
  const chained = chainError?.rule !== 'names' && chainError?.rule !== 'signature'
  const last = others.at(-1) ?? leaf
  // A list may name the signer itself, whose certificate must be sent.
  const isAnchor = (sent: X509Certificate, index: number) =>
    anchors.some(({ certificate, service }) => certificate.raw.equals(sent.raw) && (service === null || index > 0))
  return {
    readable: true,
    certificates: [fact(leaf, budget), ...others.map((certificate) => fact(certificate, budget))],
    chained,
    chainError,
    hasAnchors: anchors.length > 0,
    lists,
    paths: chained ? trustPaths(chain, known) : [],
    includesAnchor: isSelfSigned(last, budget) || chain.some(isAnchor),
  }
}

const unreadable = (x5c: readonly string[], reason: Wording): Extract<ChainReading, { readable: false }> => ({
  readable: false,
  reason,
  count: x5c.length,
})

/** The certificate, or one sentence why it was rejected. */
function parse(encoded: unknown, budget: CertificateBudget): X509Certificate | Wording {
  if (typeof encoded !== 'string') return say`A certificate is not a string.`
  if (encoded.length > certificateCharactersMax) return say`A certificate is larger than 16384 characters.`
  const der = Buffer.from(encoded, 'base64')
  // Standard base64 with padding, on one line; Buffer would also accept base64url.
  if (der.length === 0 || der.toString('base64') !== encoded) return say`A certificate is not standard base64.`
  budget.parse(der.length)
  try {
    const certificate = new X509Certificate(der)
    // The parser also accepts PEM, and ignores bytes after a certificate.
    if (!certificate.raw.equals(der)) return say`A certificate is not DER.`
    return keyError(certificate) ?? certificate
  } catch {
    return say`A certificate is not X.509.`
  }
}

/** Every name is read, compared and shown; real certificates have about a hundred at most. */
const alternativeNamesError = (certificate: X509Certificate): Wording | null =>
  partsOf(certificate).countAlternativeNames() > alternativeNamesMax
    ? say`A certificate has more than ${alternativeNamesMax} alternative names.`
    : null

const isSelfSigned = (certificate: X509Certificate, budget: CertificateBudget): boolean =>
  certifies(certificate, certificate, budget)

/** The paths from the leaf to an anchor that is part of the chain or issued one of its certificates. */
const trustPaths = (chain: readonly X509Certificate[], { anchors, budget }: Circumstances): TrustPath[] =>
  chain.flatMap((certificate, index) => {
    const path = chain.slice(0, index + 1)
    return anchors.flatMap(({ certificate: anchor, service }) => {
      if (anchor.raw.equals(certificate.raw)) return [trustPath(path, service, budget)]
      return certifies(anchor, certificate, budget) ? [trustPath([...path, anchor], service, budget)] : []
    })
  })

const trustPath = (
  path: readonly X509Certificate[],
  service: TrustPath['service'],
  budget: CertificateBudget,
): TrustPath => ({
  error: pathError(path, budget),
  service,
  periods: path.map((certificate) => ({ notBefore: validFrom(certificate), notAfter: validTo(certificate) })),
})

const validFrom = ({ validFrom }: X509Certificate): EpochMillis => epochMillis(Date.parse(validFrom))

const validTo = ({ validTo }: X509Certificate): EpochMillis => epochMillis(Date.parse(validTo))

function fact(certificate: X509Certificate, budget: CertificateBudget): CertificateFact {
  const { organization, criticalExtensions, policies, statements } = partsOf(certificate)
  return {
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    serialNumber: certificate.serialNumber.toLowerCase(),
    notBefore: validFrom(certificate),
    notAfter: validTo(certificate),
    sha256: createHash('sha256').update(certificate.raw).digest('hex'),
    subjectAlternativeNames: splitAlternativeNames(certificate.subjectAltName ?? ''),
    selfSigned: isSelfSigned(certificate, budget),
    isCa: certificate.ca,
    // Node exposes the extended key usage under this name.
    extendedKeyUsage: certificate.keyUsage ?? [],
    country: countryOf(certificate.subject),
    organization,
    criticalExtensions,
    policies,
    statements,
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

/** The subject and authority key identifiers of a certificate, base64url. Throws DerError. RFC 5280 section 4.2.1 */
export function keyIdentifiersOf(
  certificate: X509Certificate,
): Pick<CertificateFact, 'authorityKeyIdentifier' | 'subjectKeyIdentifier'> {
  const { authorityKeyIdentifier, subjectKeyIdentifier } = partsOf(certificate)
  return {
    authorityKeyIdentifier: authorityKeyIdentifier?.toString('base64url') ?? null,
    subjectKeyIdentifier: subjectKeyIdentifier?.toString('base64url') ?? null,
  }
}
