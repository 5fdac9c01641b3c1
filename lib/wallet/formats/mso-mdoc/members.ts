import { WalletStop } from '../../errors'
import { type CborMap, CborTag, type CborValue, readCbor } from './cbor'

/** A member of a CBOR map in its required type. Each function throws WalletStop that names the missing member. */

export function mapOf(value: CborValue | undefined, what: string): CborMap {
  if (value instanceof Map) return value
  throw new WalletStop(`${what} of the mdoc is not a map`)
}

export function bytesOf(value: CborValue | undefined, what: string): Buffer {
  if (Buffer.isBuffer(value)) return value
  throw new WalletStop(`${what} of the mdoc is not a byte string`)
}

export function textOf(value: CborValue | undefined, what: string): string {
  if (typeof value === 'string') return value
  throw new WalletStop(`${what} of the mdoc is not text`)
}

export function arrayOf(value: CborValue | undefined, what: string): CborValue[] {
  if (Array.isArray(value)) return value
  throw new WalletStop(`${what} of the mdoc is not an array`)
}

/** A date-time (tag 0) without fractions of a second (ISO 18013-5 section 9.1.2.4), as epoch milliseconds. */
export function instantOf(value: CborValue | undefined, what: string): number {
  const text = value instanceof CborTag && value.tag === 0 ? value.value : null
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text))
    throw new WalletStop(`${what} of the mdoc is not an instant`)
  return Date.parse(text)
}

/** The value of an embedded CBOR item, and its bytes including the tag (RFC 8949 section 3.4.5.1). */
export function embeddedOf(value: CborValue | undefined, what: string): { value: CborValue; encoded: Buffer } {
  if (!(value instanceof CborTag) || value.tag !== 24) throw new WalletStop(`${what} of the mdoc is not embedded CBOR`)
  return { value: readCbor(bytesOf(value.value, what)), encoded: value.encoded }
}
