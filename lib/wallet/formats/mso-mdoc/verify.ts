import { createHash, verify, type X509Certificate } from 'node:crypto'
import { WalletStop } from '../../errors'
import { readSigningCertificate } from '../../jose/certificates'
import { thumbprint } from '../../jose/key'
import type { JsonObject } from '../../json'
import type { StoredCredential } from '../stored-credential'
import {
  arrayOf,
  bytesOf,
  type CborMap,
  CborTag,
  type CborValue,
  embeddedOf,
  instantOf,
  mapOf,
  readCbor,
  textOf,
  toBeSigned,
} from './cbor'

const saltBytesMin = 16

/** ISO/IEC 18013-5 section 9.1.2.5 */
const nodeNames: ReadonlyMap<CborValue, string> = new Map([
  ['SHA-256', 'sha256'],
  ['SHA-384', 'sha384'],
  ['SHA-512', 'sha512'],
])

/**
 * The elements of all namespaces, after comparing each with its digest (ISO 18013-5 section 9.3.1). Binary values
 * become base64, dates become text.
 *
 * @throws WalletStop when a digest does not match, is missing or is used twice
 */
function verifyElements(nameSpaces: CborMap, mobileSecurityObject: CborMap): Map<string, JsonObject> {
  const hash = nodeNames.get(mobileSecurityObject.get('digestAlgorithm') ?? '')
  if (hash === undefined) throw new WalletStop('The mdoc uses a digest that the wallet does not know')
  const allDigests = mapOf(mobileSecurityObject.get('valueDigests'), 'valueDigests')
  const found = new Map<string, JsonObject>()
  for (const [name, items] of nameSpaces) {
    const digests = mapOf(allDigests.get(name), 'The digests of a namespace')
    const used = new Set<CborValue>()
    const elements = new Map<string, unknown>()
    for (const entry of arrayOf(items, 'A namespace')) {
      const { value, encoded } = embeddedOf(entry, 'An element')
      const item = mapOf(value, 'An element')
      const identifier = textOf(item.get('elementIdentifier'), 'An elementIdentifier')
      const digestId = item.get('digestID')
      if (typeof digestId !== 'number' || digestId < 0 || digestId >= 2 ** 31)
        throw new WalletStop('A digestID of the mdoc is not a number of 31 bits')
      const digest = bytesOf(digests.get(digestId), 'A digest')
      if (used.has(digestId) || elements.has(identifier)) throw new WalletStop('An element of the mdoc is there twice')
      if (bytesOf(item.get('random'), 'The salt of an element').length < saltBytesMin)
        throw new WalletStop('The salt of an element of the mdoc is too short')
      if (!createHash(hash).update(encoded).digest().equals(digest))
        throw new WalletStop(`The digest of the element ${identifier} does not match`)
      used.add(digestId)
      elements.set(identifier, plain(item.get('elementValue') ?? null))
    }
    found.set(String(name), Object.fromEntries(elements))
  }
  return found
}

/** A value as JSON: bytes become base64, dates become text. */
export function plain(value: CborValue): unknown {
  if (Buffer.isBuffer(value)) return value.toString('base64')
  if (value instanceof CborTag) return plain(value.value)
  if (value instanceof Map) return Object.fromEntries([...value].map(([name, inner]) => [String(name), plain(inner)]))
  return Array.isArray(value) ? value.map(plain) : value
}

/** Labels of COSE headers: RFC 9052 section 3.1 and RFC 9360 section 2. */
const algorithmLabel = 1

const certificatesLabel = 33

/** ES256, and its fully specified form (RFC 9864 section 2.1). */
const algorithms: CborValue[] = [-7, -9]

/** The extended key usage of certificates that sign mobile documents (ISO 18013-5 table B.3). */
const documentSigner = '1.0.18013.5.1.2'

/** The signed payload, and its signer. */
interface IssuerAuth {
  mobileSecurityObject: CborMap
  certificate: X509Certificate
  chainTrusted: boolean | null
}

/**
 * Verifies the COSE_Sign1 of an issuer: the certificate, its key usage, and the signature (RFC 9052 section 4.4).
 *
 * @throws WalletStop that says which of these failed
 */
function verifyIssuerAuth(
  value: CborValue | undefined,
  { nowMillis, trustAnchors }: { nowMillis: number; trustAnchors: string[] },
): IssuerAuth {
  const parts = arrayOf(value, 'issuerAuth')
  if (parts.length !== 4) throw new WalletStop('The issuerAuth of the mdoc is not a COSE_Sign1')
  const protectedHeader = bytesOf(parts[0], 'The protected header')
  const payload = bytesOf(parts[2], 'The payload')
  const header = mapOf(readCbor(protectedHeader), 'The protected header')
  if (!algorithms.includes(header.get(algorithmLabel) ?? null))
    throw new WalletStop('The mdoc is signed with an algorithm that the wallet did not ask for')
  const { leaf, chainTrusted } = readSigningCertificate({
    x5c: certificatesOf(parts),
    nowMillis,
    anchors: trustAnchors,
    of: 'issuer',
  })
  if (!leaf.keyUsage?.includes(documentSigner))
    throw new WalletStop('The certificate of the mdoc is not one for signing mobile documents')
  const signature = bytesOf(parts[3], 'The signature')
  if (
    !verify(
      'sha256',
      toBeSigned(protectedHeader, payload),
      { key: leaf.publicKey, dsaEncoding: 'ieee-p1363' },
      signature,
    )
  )
    throw new WalletStop('The signature of the mdoc does not verify with its certificate')
  const { value: mobileSecurityObject } = embeddedOf(readCbor(payload), 'The payload')
  return { mobileSecurityObject: mapOf(mobileSecurityObject, 'The payload'), certificate: leaf, chainTrusted }
}

/**
 * The certificates in an `issuerAuth`, the signer's first, in base64 of DER (RFC 9360 section 2).
 *
 * @throws WalletStop when there are none
 */
export function certificatesOf(issuerAuth: CborValue | undefined): string[] {
  const [, unprotectedHeader] = arrayOf(issuerAuth, 'issuerAuth')
  const chain = mapOf(unprotectedHeader, 'The unprotected header').get(certificatesLabel)
  return (Array.isArray(chain) ? chain : [chain]).map((entry) => bytesOf(entry, 'x5chain').toString('base64'))
}

/** The contents of an issued mdoc. */
export interface IssuedMdoc {
  doctype: unknown
  /** Elements by namespace. */
  elements: Map<string, JsonObject>
  /** Epoch seconds. */
  expiresAt: number
}

/** Decodes the base64url `IssuerSigned` of an mdoc. @throws WalletStop when it is malformed */
export function readIssuerSigned(raw: string): CborMap {
  return mapOf(readCbor(Buffer.from(raw, 'base64url')), 'IssuerSigned')
}

/**
 * Reads an mdoc that was verified before it was stored.
 *
 * @throws WalletStop when it is malformed
 */
export function readKeptMdoc(raw: string): IssuedMdoc {
  const issuerSigned = readIssuerSigned(raw)
  const [, , payload] = arrayOf(issuerSigned.get('issuerAuth'), 'issuerAuth')
  const object = mapOf(embeddedOf(readCbor(bytesOf(payload, 'The payload')), 'The payload').value, 'The payload')
  const validity = mapOf(object.get('validityInfo'), 'validityInfo')
  return {
    doctype: object.get('docType'),
    elements: verifyElements(mapOf(issuerSigned.get('nameSpaces'), 'nameSpaces'), object),
    expiresAt: Math.floor(instantOf(validity.get('validUntil'), 'validUntil') / 1000),
  }
}

const clockSkewMillis = 60_000

/** What the mdoc must match. */
export interface ExpectedMdoc {
  /** Epoch milliseconds. */
  nowMillis: number
  doctype: string | null
  holderThumbprints: ReadonlySet<string>
  trustAnchors: string[]
}

/**
 * Verifies an issued mdoc before it is stored (ISO 18013-5 section 9.3.1): signature and certificate, type, binding to
 * a key of this wallet, times and digests. Takes `IssuerSigned` as base64url (OID4VCI-1FINAL-A.2.4).
 *
 * @throws WalletStop that says which of these failed
 */
export function verifyMsoMdoc(raw: string, expected: ExpectedMdoc): StoredCredential {
  if (!/^[A-Za-z0-9_-]+$/.test(raw)) throw new WalletStop('The credential is not base64url without padding')
  const issuerSigned = readIssuerSigned(raw)
  const issuerAuth = verifyIssuerAuth(issuerSigned.get('issuerAuth'), expected)
  const object = issuerAuth.mobileSecurityObject
  if (object.get('version') !== '1.0') throw new WalletStop('The version of the mdoc is not 1.0')
  const doctype = object.get('docType')
  if (typeof doctype !== 'string' || (expected.doctype !== null && doctype !== expected.doctype))
    throw new WalletStop('The docType of the mdoc is not the one asked for')
  const elements = verifyElements(mapOf(issuerSigned.get('nameSpaces'), 'nameSpaces'), object)
  const expiresAtMillis = verifyTimes(issuerAuth, expected.nowMillis)
  requireSameCountry(elements, issuerAuth)
  return {
    format: 'mso_mdoc',
    type: doctype,
    raw,
    claims: Object.fromEntries(elements),
    verified: {
      holderThumbprint: verifyDeviceKey(object, expected.holderThumbprints),
      signedBy: 'x5c',
      chainTrusted: issuerAuth.chainTrusted,
      disclosures: [...elements.values()].reduce((sum, members) => sum + Object.keys(members).length, 0),
      expiresAt: Math.floor(expiresAtMillis / 1000),
    },
  }
}

/** The mdoc must be valid now, and signed within the certificate's validity. */
function verifyTimes({ mobileSecurityObject, certificate }: IssuerAuth, nowMillis: number): number {
  const validity = mapOf(mobileSecurityObject.get('validityInfo'), 'validityInfo')
  const signed = instantOf(validity.get('signed'), 'signed')
  const validFrom = instantOf(validity.get('validFrom'), 'validFrom')
  const validUntil = instantOf(validity.get('validUntil'), 'validUntil')
  if (signed < Date.parse(certificate.validFrom) || signed > Date.parse(certificate.validTo))
    throw new WalletStop('The mdoc was signed outside the validity of its certificate')
  if (signed > nowMillis + clockSkewMillis) throw new WalletStop('The mdoc was issued in the future')
  if (validFrom < signed) throw new WalletStop('The mdoc was signed after its validity began')
  if (validFrom > nowMillis + clockSkewMillis) throw new WalletStop('The mdoc is not valid yet')
  if (validUntil <= nowMillis) throw new WalletStop('The mdoc is expired')
  return validUntil
}

/** An issuing country in the document must be the country of its signer (ISO 18013-5 table B.3). */
function requireSameCountry(elements: Map<string, JsonObject>, { certificate }: IssuerAuth): void {
  const country = /^C=(.+)$/m.exec(certificate.subject)?.[1]
  if (country === undefined) throw new WalletStop('The certificate of the mdoc names no country')
  for (const { issuing_country } of elements.values()) {
    if (issuing_country !== undefined && issuing_country !== country)
      throw new WalletStop('The issuing_country of the mdoc is not the country of its certificate')
  }
}

/** Curves of COSE keys, with their names in JOSE (RFC 9053 section 7.1). */
const curvesOfCose: ReadonlyMap<unknown, string> = new Map([
  [1, 'P-256'],
  [2, 'P-384'],
  [3, 'P-521'],
])

/** A COSE_Key on a curve of the wallet's keys (RFC 9053 section 7.1.1). */
function verifyDeviceKey(mobileSecurityObject: CborMap, holderThumbprints: ReadonlySet<string>): string {
  const key = mapOf(mapOf(mobileSecurityObject.get('deviceKeyInfo'), 'deviceKeyInfo').get('deviceKey'), 'deviceKey')
  const crv = curvesOfCose.get(key.get(-1))
  if (key.get(1) !== 2 || crv === undefined || key.size !== 4)
    throw new WalletStop('The deviceKey of the mdoc is not a plain key on P-256, P-384 or P-521')
  const coordinate = (label: number) => bytesOf(key.get(label), 'A coordinate of the deviceKey').toString('base64url')
  const found = thumbprint({ kty: 'EC', crv, x: coordinate(-2), y: coordinate(-3) })
  if (!holderThumbprints.has(found)) throw new WalletStop('The credential is not bound to a key of this wallet')
  return found
}
