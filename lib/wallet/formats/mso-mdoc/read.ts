import type { JsonObject } from '../../json'
import { type CborMap, readCbor } from './cbor'
import { verifyElements } from './elements'
import { arrayOf, bytesOf, embeddedOf, instantOf, mapOf } from './members'

/** What an issued mdoc says. */
export interface IssuedMdoc {
  doctype: unknown
  /** Elements by namespace. */
  elements: Map<string, JsonObject>
  /** Epoch seconds. */
  expiresAt: number
}

/** `IssuerSigned` of an mdoc in base64url. @throws WalletStop when it is none */
export function readIssuerSigned(raw: string): CborMap {
  return mapOf(readCbor(Buffer.from(raw, 'base64url')), 'IssuerSigned')
}

/**
 * Reads an mdoc that was verified before it was kept.
 *
 * @throws WalletStop when it is none
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
