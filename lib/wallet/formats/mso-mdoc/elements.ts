import { createHash } from 'node:crypto'
import { WalletStop } from '../../errors'
import type { JsonObject } from '../../json'
import { type CborMap, CborTag, type CborValue } from './cbor'
import { arrayOf, bytesOf, embeddedOf, mapOf, textOf } from './members'

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
export function verifyElements(nameSpaces: CborMap, mobileSecurityObject: CborMap): Map<string, JsonObject> {
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
