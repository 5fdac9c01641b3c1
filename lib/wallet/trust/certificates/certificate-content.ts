import 'reflect-metadata'
import { X509Certificate } from 'node:crypto'
import {
  CertificatePolicyExtension,
  CRLDistributionPointsExtension,
  X509Certificate as ParsedCertificate,
} from '@peculiar/x509'
import { isSelfSigned, issues } from '../../jose/certificates'

/** Attribute types of a name (X.520). */
const attributes = {
  commonName: '2.5.4.3',
  serialNumber: '2.5.4.5',
  country: '2.5.4.6',
  organization: '2.5.4.10',
  organizationIdentifier: '2.5.4.97',
} as const

/** The first value of an attribute in a certificate's subject; null if there is none. */
export function subjectAttribute({ raw }: X509Certificate, name: keyof typeof attributes): string | null {
  const value = attempt(() => new ParsedCertificate(raw).subjectName.getField(attributes[name])[0])
  return value === undefined || value === '' ? null : value
}

/** Object identifiers of the certificate policies; empty if the extension is absent or malformed (RFC5280-4.2.1.4). */
export function policiesOf({ raw }: X509Certificate): readonly string[] {
  return attempt(() => new ParsedCertificate(raw).getExtension(CertificatePolicyExtension)?.policies) ?? []
}

const addressesMax = 4

/** The revocation list addresses in a certificate, a few at most (RFC5280-4.2.1.13). */
export function revocationAddresses({ raw }: X509Certificate): string[] {
  const points = attempt(
    () => new ParsedCertificate(raw).getExtension(CRLDistributionPointsExtension)?.distributionPoints,
  )
  const names = (points ?? []).flatMap(({ distributionPoint }) => distributionPoint?.fullName ?? [])
  return names
    .flatMap(({ uniformResourceIdentifier }) => uniformResourceIdentifier ?? [])
    .filter((url) => URL.canParse(url))
    .slice(0, addressesMax)
}

/** Object identifier of the extension for statements about the signer (RFC 3739 section 3.2.6). */
const statementsExtension = '1.3.6.1.5.5.7.1.3'

/** The statement that lists certificate types (EN 319 412-5 section 4.2.3). */
const typeStatement = '0.4.0.1862.1.6'

/** Whether a certificate contains this statement, on its own or as a type. */
export function hasStatement({ raw }: X509Certificate, id: string): boolean {
  const value = attempt(() => new ParsedCertificate(raw).getExtension(statementsExtension)?.value)
  return value !== undefined && value !== null && statementIds(Buffer.from(value)).includes(id)
}

/**
 * The ids in `SEQUENCE OF SEQUENCE { id OBJECT IDENTIFIER, info ANY OPTIONAL }`, and those in the info of the type
 * statement; empty for anything else. Never throws.
 */
export function statementIds(der: Buffer): string[] {
  const statements = elementsIn(der, 0x30)
  if (statements?.length !== 1) return []
  const ids: string[] = []
  for (const statement of elementsIn(statements[0], 0x30) ?? []) {
    const id = readElement(statement)
    if (id === null || id.tag !== 0x06) return []
    ids.push(readObjectIdentifier(id.content))
    const types = ids.at(-1) === typeStatement ? elementsIn(id.rest, 0x30) : null
    ids.push(...(elementsIn(types?.[0], 0x06) ?? []).map(readObjectIdentifier))
  }
  return ids
}

/** The contents of consecutive elements with one tag; null if there is any other element. */
function elementsIn(der: Buffer | undefined, tag: number): Buffer[] | null {
  if (der === undefined) return null
  const contents: Buffer[] = []
  for (let left = der; left.length > 0; ) {
    const element = readElement(left)
    if (element?.tag !== tag) return null
    contents.push(element.content)
    left = element.rest
  }
  return contents
}

/** The first DER element, with lengths of up to three bytes; null if there is none. */
function readElement(der: Buffer): { tag: number; content: Buffer; rest: Buffer } | null {
  const [tag, first] = der
  if (tag === undefined || first === undefined) return null
  const more = first < 0x80 ? 0 : first - 0x80
  if (first >= 0x80 && (more === 0 || more > 3 || der.length < 2 + more)) return null
  const length = more === 0 ? first : der.readUIntBE(2, more)
  const start = 2 + more
  if (der.length < start + length) return null
  return { tag, content: der.subarray(start, start + length), rest: der.subarray(start + length) }
}

function readObjectIdentifier(content: Buffer): string {
  const numbers: bigint[] = []
  let number = 0n
  for (const byte of content) {
    number = (number << 7n) | BigInt(byte & 0x7f)
    if ((byte & 0x80) !== 0) continue
    numbers.push(number)
    number = 0n
  }
  const [head = 0n, ...others] = numbers
  const first = head < 40n ? 0n : head < 80n ? 1n : 2n
  return [first, head - first * 40n, ...others].join('.')
}

function attempt<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    // The extension's content does not match its identifier.
    return null
  }
}

/** How a chain ended: at an anchor, or why it did not. */
export type ChainJudgement =
  | { ends: 'at_anchor'; leaf: X509Certificate; issuer: X509Certificate }
  | { ends: 'unreadable' | 'with_anchor' | 'expired' | 'broken' | 'unknown_anchor'; leaf: X509Certificate | null }

const certificatesMax = 10

const certificateBytesMax = 16_384

/** A certificate in base64 DER; null for anything else, or an unsupported key type (RFC7515-4.1.6). Never throws. */
export function readChainCertificate(base64: string): X509Certificate | null {
  if (base64.length > certificateBytesMax * 2 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null
  try {
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'))
    // Access the key once: an unsupported type only throws on access.
    return certificate.publicKey === null ? null : certificate
  } catch {
    return null
  }
}

/**
 * Follows a chain, leaf first, to one of the anchors (RFC5280-6.1): every certificate is valid and issued by the next
 * one, the last by an anchor, which is not sent along; only CAs issue, and no deeper than their path length allows.
 * @param x5c - certificates in base64 of DER
 * @param now - epoch milliseconds
 */
export function judgeChain(x5c: readonly string[], anchors: readonly X509Certificate[], now: number): ChainJudgement {
  const chain = x5c.slice(0, certificatesMax).map(readChainCertificate)
  const [leaf = null] = chain
  const certificates = chain.filter((one) => one !== null)
  const last = certificates.at(-1)
  if (leaf === null || last === undefined || certificates.length !== x5c.length || leaf.ca)
    return { ends: 'unreadable', leaf }
  if (certificates.some(isSelfSigned)) return { ends: 'with_anchor', leaf }
  if (certificates.some((one) => !isCurrent(one, now))) return { ends: 'expired', leaf }
  for (const [depth, one] of certificates.entries()) {
    const next = certificates[depth + 1]
    if (next !== undefined && !issues(next, one, depth)) return { ends: 'broken', leaf }
  }
  const anchor = anchors.find((one) => issues(one, last, certificates.length - 1))
  if (anchor !== undefined) return { ends: 'at_anchor', leaf, issuer: certificates[1] ?? anchor }
  // It claims an issuer who is trusted.
  return { ends: anchors.some(({ subject }) => subject === last.issuer) ? 'broken' : 'unknown_anchor', leaf }
}

/** Whether a certificate is valid at this time, in epoch milliseconds. */
export function isCurrent({ validFrom, validTo }: X509Certificate, now: number): boolean {
  return Date.parse(validFrom) <= now && Date.parse(validTo) >= now
}
