import { WalletStop } from '../../errors'

/** A tagged value, with the bytes that it was read from: a digest is taken over those. */
export class CborTag {
  constructor(
    readonly tag: number,
    readonly value: CborValue,
    readonly encoded: Buffer,
  ) {}
}

export type CborValue = number | string | boolean | null | Buffer | CborValue[] | CborMap | CborTag
export type CborMap = Map<number | string, CborValue>

const depthMax = 32

/**
 * Reads one CBOR value (RFC 8949) in the strict form that mobile documents have: definite lengths, every number in its
 * shortest form, no name twice in a map, nothing after it. Numbers are whole and safe; floats are none of the format.
 *
 * @throws WalletStop that says what is wrong
 */
export function readCbor(bytes: Buffer): CborValue {
  const reader = { bytes, at: 0 }
  const value = read(reader, 0)
  if (reader.at !== bytes.length) throw new WalletStop('Bytes follow the CBOR value')
  return value
}

/** The CBOR of a byte string. */
export const cborBytes = (bytes: Uint8Array): Buffer => Buffer.concat([head(2, bytes.length), bytes])
/** The CBOR of a text. */
export const cborText = (text: string): Buffer => Buffer.concat([head(3, Buffer.byteLength(text)), Buffer.from(text)])
/** The CBOR of an array of values that are CBOR already. */
export const cborArray = (...elements: Buffer[]): Buffer => Buffer.concat([head(4, elements.length), ...elements])

/** A value under a tag, encoded. */
export function tagged(tag: number, value: CborValue): CborTag {
  return new CborTag(tag, value, Buffer.concat([head(6, tag), writeCbor(value)]))
}

/** CBOR in a byte string under tag 24 (RFC 8949 section 3.4.5.1). */
export const embed = (encoded: Buffer): CborTag => tagged(24, encoded)

/** The CBOR of a value. What stands under a tag keeps the bytes that it was read from. */
export function writeCbor(value: CborValue): Buffer {
  if (value instanceof CborTag) return value.encoded
  if (Buffer.isBuffer(value)) return cborBytes(value)
  if (Array.isArray(value)) return cborArray(...value.map(writeCbor))
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap((entry) => entry.map(writeCbor))])
  if (typeof value === 'string') return cborText(value)
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  return Buffer.from([value === null ? 0xf6 : value ? 0xf5 : 0xf4])
}

interface Reader {
  bytes: Buffer
  at: number
}

function read(reader: Reader, depth: number): CborValue {
  if (depth > depthMax) throw new WalletStop('The CBOR is nested too deeply')
  const start = reader.at
  const initial = take(reader, 1).readUInt8()
  const major = initial >> 5
  if (major === 7) return simple(initial & 31)
  const argument = readArgument(reader, initial & 31)
  switch (major) {
    case 0:
      return argument
    case 1:
      return -1 - argument
    case 2:
      return take(reader, argument)
    case 3:
      return readText(take(reader, argument))
    case 4:
      return Array.from({ length: bounded(reader, argument) }, () => read(reader, depth + 1))
    case 5:
      return readMap(reader, bounded(reader, argument), depth)
    default: {
      const value = read(reader, depth + 1)
      return new CborTag(argument, value, reader.bytes.subarray(start, reader.at))
    }
  }
}

function readMap(reader: Reader, size: number, depth: number): CborMap {
  const map: CborMap = new Map()
  for (let left = size; left > 0; left -= 1) {
    const name = read(reader, depth + 1)
    if (typeof name !== 'string' && typeof name !== 'number') throw new WalletStop('A name in a CBOR map is no text')
    if (map.has(name)) throw new WalletStop('A name is twice in a CBOR map')
    map.set(name, read(reader, depth + 1))
  }
  return map
}

function simple(info: number): CborValue {
  if (info === 20) return false
  if (info === 21) return true
  if (info === 22) return null
  throw new WalletStop('The CBOR holds a value that mobile documents do not have')
}

/** RFC 8949 section 4.2.1: the shortest form only. */
function readArgument(reader: Reader, info: number): number {
  if (info < 24) return info
  if (info > 27) throw new WalletStop('The CBOR has an indefinite length')
  const size = 2 ** (info - 24)
  const bytes = take(reader, size)
  const value = size === 8 ? Number(bytes.readBigUInt64BE()) : bytes.readUIntBE(0, size)
  const least = size === 1 ? 24 : 256 ** (size / 2)
  if (value < least) throw new WalletStop('The CBOR has a number that is not in its shortest form')
  if (!Number.isSafeInteger(value)) throw new WalletStop('The CBOR has a number that is too large')
  return value
}

function take(reader: Reader, length: number): Buffer {
  const end = reader.at + length
  if (end > reader.bytes.length) throw new WalletStop('The CBOR ends too early')
  const part = reader.bytes.subarray(reader.at, end)
  reader.at = end
  return part
}

/** Each element takes a byte at least, so a length beyond the rest is a lie that must not cost memory. */
function bounded({ bytes, at }: Reader, length: number): number {
  if (length > bytes.length - at) throw new WalletStop('The CBOR ends too early')
  return length
}

function readText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new WalletStop('A text in the CBOR is not UTF-8')
  }
}

function head(major: number, argument: number): Buffer {
  const initial = major << 5
  if (argument < 24) return Buffer.from([initial | argument])
  if (argument < 256) return Buffer.from([initial | 24, argument])
  if (argument < 65_536) return Buffer.from([initial | 25, argument >> 8, argument & 255])
  const bytes = Buffer.alloc(5)
  bytes.writeUInt8(initial | 26)
  bytes.writeUInt32BE(argument, 1)
  return bytes
}
