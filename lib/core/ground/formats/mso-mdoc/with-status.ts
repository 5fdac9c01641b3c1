import { type CborWritable, writeCbor } from '../../cbor/cose-sign1'
import { invariant } from '../../ports/errors'
import { isObject, type Json, type JsonObject } from '../../values/json'

/** The head of a map with no entry; those of the next 22 follow. RFC8949-3.1 */
const emptyMap = 0xa0
const shortMapEntriesMax = 23

/** Head and length of tag 24 before a byte string. RFC8949-3.4.5.1 */
const embeddedTag = [0xd8, 0x18]

/**
 * A mobile security object with `status` as its last member, as the payload of an issuer signature: the library that makes
 * the object has no such member. Nothing else of it changes.
 * @see TSL14-6.3
 */
export function withStatus(object: Uint8Array, status: JsonObject): Uint8Array {
  const head = object[0] ?? 0
  const entries = head - emptyMap
  invariant(entries >= 0 && entries < shortMapEntriesMax, 'A mobile security object is a map with few members.')
  const longer = Uint8Array.of(head + 1, ...object.subarray(1), ...writeCbor('status'), ...writeCbor(writable(status)))
  return Uint8Array.of(...embeddedTag, ...writeCbor(longer))
}

/** JSON as CBOR: an object is a map, a number an integer. */
function writable(value: Json): CborWritable {
  if (Array.isArray(value)) return value.map(writable)
  if (isObject(value)) return new Map(Object.entries(value).map(([name, member]) => [name, writable(member)]))
  invariant(typeof value === 'string' || Number.isSafeInteger(value), 'A status holds texts and whole numbers.')
  return value as CborWritable
}
