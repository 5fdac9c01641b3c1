import type { X509Certificate } from 'node:crypto'
import type { ChainRule } from '@/lib/core/shared/ports/certificate-facts'
import { type DerElement, DerError, onlyElement, readDer, readObjectIdentifier } from './der'
import {
  type DistinguishedNameKeys,
  emailAddressesOf,
  isSameName,
  nameKeys,
  organizationsOf,
} from './distinguished-name'
import {
  type AlternativeName,
  directoryName,
  emailName,
  type NameConstraints,
  readAlternativeNames,
  readNameConstraints,
} from './name-constraints'

/** The facts about one certificate that path validation needs. RFC 5280 section 6.1 */
export interface CertificateParts {
  readonly subject: DistinguishedNameKeys
  readonly issuer: DistinguishedNameKeys
  /** Subject and issuer are the same name; the signing key may be another. */
  readonly selfIssued: boolean
  /** Why the certificate must be rejected outright; `null` if nothing speaks against it. */
  readonly unusable: { readonly rule: ChainRule; readonly extension: string } | null
  readonly isCa: boolean
  /** Infinity if there is no limit. */
  readonly pathLength: number
  /** `keyCertSign`, or no key usage at all. */
  readonly signsCertificates: boolean
  readonly subjectKeyIdentifier: Buffer | null
  readonly authorityKeyIdentifier: Buffer | null
  readonly constraints: NameConstraints | null
  /** `organizationName` of the subject; `null` when it names none, or several. */
  readonly organization: string | null
  /** Object identifiers of all its critical extensions. */
  readonly criticalExtensions: readonly string[]
  /** Object identifiers of its policies; empty if none can be read. */
  readonly policies: readonly string[]
  /** Object identifiers of its QCStatements and of the types that they declare. RFC 3739 section 3.2.6 */
  readonly statements: readonly string[]
  /** The number of alternative names; 0 if they cannot be read. */
  countAlternativeNames(): number
  /** The subject and alternative names that constraints apply to. Parsed once. Throws DerError. */
  names(): readonly AlternativeName[]
}

const ids = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAlternativeName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  certificatePolicies: '2.5.29.32',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  statements: '1.3.6.1.5.5.7.1.3',
} as const

/**
 * Extensions that may be critical, because this code or a check processes them completely. Key identifiers must never
 * be critical. Policies may be if they require nothing, see `criticalError`.
 */
const processed: ReadonlySet<string> = new Set([
  ids.keyUsage,
  ids.subjectAlternativeName,
  ids.basicConstraints,
  ids.nameConstraints,
  ids.extendedKeyUsage,
])

/** Reads a certificate that Node has parsed. Throws DerError when it is not a DER-encoded X.509 certificate. */
export function partsOf(certificate: X509Certificate): CertificateParts {
  const known = parts.get(certificate)
  if (known !== undefined) return known
  const read = readParts(certificate.raw)
  parts.set(certificate, read)
  return read
}

/** Cached, because the names of anchors are needed repeatedly. */
const parts = new WeakMap<X509Certificate, CertificateParts>()

interface Extension {
  readonly id: string
  readonly critical: boolean
  readonly value: Buffer
}

function readParts(raw: Buffer): CertificateParts {
  const [tbs] = readDer(onlyElement(raw, 0x30))
  if (tbs?.tag !== 0x30) throw new DerError()
  const fields = readDer(tbs.content)
  // A version 1 certificate omits the version field.
  const at = fields[0]?.tag === 0xa0 ? 1 : 0
  const [issuer, subject] = [sequence(fields[at + 2]), sequence(fields[at + 4])]
  const names = { issuer: nameKeys(issuer), subject: nameKeys(subject) }
  const list = fields.slice(at + 6).find(({ tag }) => tag === 0xa3)
  const extensions = list === undefined ? [] : readDer(onlyElement(list.content, 0x30)).map(extension)
  return {
    ...names,
    selfIssued: isSameName(names.issuer, names.subject),
    ...meaningOf(extensions, names.subject, subject),
  }
}

function sequence(element: DerElement | undefined): Buffer {
  if (element?.tag !== 0x30) throw new DerError()
  return element.content
}

function extension({ tag, content }: DerElement): Extension {
  const [id, ...others] = readDer(content)
  const value = others.at(-1)
  if (tag !== 0x30 || id?.tag !== 6 || value?.tag !== 4 || others.length > 2) throw new DerError()
  const critical = others.length === 2 ? others[0] : undefined
  if (critical !== undefined && (critical.tag !== 1 || critical.content.length !== 1)) throw new DerError()
  return {
    id: readObjectIdentifier(id.content),
    critical: critical !== undefined && critical.content[0] !== 0,
    value: value.content,
  }
}

type Meaning = Omit<CertificateParts, 'subject' | 'issuer' | 'selfIssued'>

function meaningOf(extensions: readonly Extension[], keys: DistinguishedNameKeys, subject: Buffer): Meaning {
  const value = (id: string) => extensions.find((one) => one.id === id)?.value
  const malformed: string[] = []
  /** The value of an extension; its default if it cannot be read. */
  const read = <Said>(id: string, absent: Said, how: (value: Buffer) => Said): Said => {
    const bytes = value(id)
    try {
      return bytes === undefined ? absent : how(bytes)
    } catch (error) {
      if (!(error instanceof DerError)) throw error
      malformed.push(id)
      return absent
    }
  }
  const basic = read(ids.basicConstraints, { isCa: false, pathLength: Number.POSITIVE_INFINITY }, readBasicConstraints)
  const signsCertificates = read(ids.keyUsage, true, (bytes) => hasBit(bytes, keyCertSign))
  const constraints = read<NameConstraints | null>(ids.nameConstraints, null, readNameConstraints)
  const subjectKeyIdentifier = read<Buffer | null>(ids.subjectKeyIdentifier, null, (bytes) => onlyElement(bytes, 4))
  const authorityKeyIdentifier = read(ids.authorityKeyIdentifier, null, readAuthorityKeyIdentifier)
  const alternative = value(ids.subjectAlternativeName)
  let names: readonly AlternativeName[] | undefined
  const readNames = (): readonly AlternativeName[] => [
    ...(keys.length === 0 ? [] : [directoryName(keys)]),
    // An email address in the subject counts only if there are no alternative names. RFC 5280 section 4.2.1.10
    ...(alternative === undefined ? emailAddressesOf(subject).map(emailName) : readAlternativeNames(alternative)),
  ]
  return {
    ...basic,
    signsCertificates,
    constraints,
    subjectKeyIdentifier,
    authorityKeyIdentifier,
    organization: onlyOne(organizationsOf(subject)),
    criticalExtensions: extensions.filter(({ critical }) => critical).map(({ id }) => id),
    policies: identifiersIn(value(ids.certificatePolicies)),
    statements: identifiersIn(value(ids.statements)),
    unusable: unusable(extensions, malformed),
    countAlternativeNames: () => (alternative === undefined ? 0 : countOf(alternative)),
    names: () => {
      names ??= readNames()
      return names
    },
  }
}

const onlyOne = (texts: readonly string[]): string | null => (texts.length === 1 ? (texts[0] ?? null) : null)

/**
 * The object identifiers at the start of each member of a sequence, as in policies and statements; empty if it is no
 * such sequence. Includes the types in a statement about the type of a certificate. EN 319 412-5 section 4.2.3
 */
function identifiersIn(value: Buffer | undefined): string[] {
  if (value === undefined) return []
  try {
    return readDer(onlyElement(value, 0x30)).flatMap(({ content }) => {
      const [id, info] = readDer(content)
      if (id?.tag !== 6) throw new DerError()
      const name = readObjectIdentifier(id.content)
      return name === certificateType && info?.tag === 0x30 ? [name, ...identifiers(info.content)] : [name]
    })
  } catch (error) {
    if (error instanceof DerError) return []
    throw error
  }
}

/** `id-etsi-qcs-QcType`: its value declares the purpose of a certificate. EN 319 412-5 section 4.2.3 */
const certificateType = '0.4.0.1862.1.6'

const identifiers = (content: Buffer): string[] =>
  readDer(content).map(({ tag, content: id }) => {
    if (tag !== 6) throw new DerError()
    return readObjectIdentifier(id)
  })

function countOf(value: Buffer): number {
  try {
    return readDer(onlyElement(value, 0x30)).length
  } catch (error) {
    if (error instanceof DerError) return 0
    throw error
  }
}

function unusable(extensions: readonly Extension[], malformed: readonly string[]): CertificateParts['unusable'] {
  const seen = new Set<string>()
  for (const { id } of extensions) {
    if (seen.has(id)) return { rule: 'extension_twice', extension: id }
    seen.add(id)
  }
  const unprocessed = extensions.find((one) => one.critical && !processed.has(one.id) && !isEmptyPolicy(one))
  if (unprocessed !== undefined) return { rule: 'critical_extension', extension: unprocessed.id }
  const [first] = malformed
  if (first === undefined) return null
  return {
    rule: first === ids.nameConstraints ? 'name_constraints_unprocessed' : 'extension_unreadable',
    extension: first,
  }
}

/**
 * Whether these are policies without qualifiers. They never invalidate a path unless the verifier requires a policy.
 * RFC 5280 section 4.2.1.4
 */
function isEmptyPolicy({ id, value }: Extension): boolean {
  if (id !== ids.certificatePolicies) return false
  try {
    return readDer(onlyElement(value, 0x30)).every(({ content }) => readDer(content).length === 1)
  } catch {
    return false
  }
}

/** RFC 5280 section 4.2.1.9 */
function readBasicConstraints(value: Buffer): Pick<CertificateParts, 'isCa' | 'pathLength'> {
  const [first, second, ...others] = readDer(onlyElement(value, 0x30))
  const [ca, length] = first?.tag === 1 ? [first, second] : [undefined, first]
  if (others.length > 0 || (ca === undefined && second !== undefined)) throw new DerError()
  if (length !== undefined && (length.tag !== 2 || length.content.length === 0)) throw new DerError()
  return {
    isCa: ca !== undefined && ca.content.length === 1 && ca.content[0] !== 0,
    pathLength: length === undefined ? Number.POSITIVE_INFINITY : pathLengthOf(length.content),
  }
}

/** A negative limit allows nothing; one of several octets exceeds the length of any chain. */
function pathLengthOf(content: Buffer): number {
  const first = content[0] ?? 0
  if (first >= 0x80) throw new DerError()
  return content.length === 1 ? first : Number.POSITIVE_INFINITY
}

/** Bit 5 of the key usage. RFC 5280 section 4.2.1.3 */
const keyCertSign = 0x04

function hasBit(value: Buffer, bit: number): boolean {
  const bits = onlyElement(value, 3)
  if (bits.length === 0) throw new DerError()
  return ((bits[1] ?? 0) & bit) !== 0
}

/** RFC 5280 section 4.2.1.1 */
const readAuthorityKeyIdentifier = (value: Buffer): Buffer | null =>
  readDer(onlyElement(value, 0x30)).find(({ tag }) => tag === 0x80)?.content ?? null
