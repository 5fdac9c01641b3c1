import { WalletStop } from '../../errors'
import { thumbprint } from '../../jose/key'
import type { JsonObject } from '../../json'
import type { StoredCredential } from '../stored-credential'
import type { CborMap } from './cbor'
import { verifyElements } from './elements'
import { type IssuerAuth, verifyIssuerAuth } from './issuer-auth'
import { bytesOf, instantOf, mapOf } from './members'
import { readIssuerSigned } from './read'

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
  if (validFrom < signed || validFrom > nowMillis + clockSkewMillis) throw new WalletStop('The mdoc is not valid yet')
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

/** A COSE_Key on P-256 (RFC 9053 section 7.1.1). */
function verifyDeviceKey(mobileSecurityObject: CborMap, holderThumbprints: ReadonlySet<string>): string {
  const key = mapOf(mapOf(mobileSecurityObject.get('deviceKeyInfo'), 'deviceKeyInfo').get('deviceKey'), 'deviceKey')
  if (key.get(1) !== 2 || key.get(-1) !== 1 || key.size !== 4)
    throw new WalletStop('The deviceKey of the mdoc is not a plain P-256 key')
  const coordinate = (label: number) => bytesOf(key.get(label), 'A coordinate of the deviceKey').toString('base64url')
  const found = thumbprint({ kty: 'EC', crv: 'P-256', x: coordinate(-2), y: coordinate(-3) })
  if (!holderThumbprints.has(found)) throw new WalletStop('The credential is not bound to a key of this wallet')
  return found
}
