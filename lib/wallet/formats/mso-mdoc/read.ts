import type { JsonObject } from '../../json'
import { type CborMap, readCbor } from './cbor'
import { verifyElements } from './elements'
import { arrayOf, bytesOf, embeddedOf, instantOf, mapOf } from './members'

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
