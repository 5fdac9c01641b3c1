import { sign } from 'node:crypto'
import { type DecodeOptions, decode, Token, Tokenizer, Type } from 'cborg'
import { WalletStop } from '../../errors'
import { digestOf, type WalletKey } from '../../jose/key'

/** A tagged value with its original encoding, over which digests are computed. */
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
 * Decodes one CBOR value (RFC 8949) in the strict form of mobile documents: definite lengths, shortest-form numbers, no
 * duplicate map keys, no trailing bytes. Numbers are safe integers; the format has no floats.
 *
 * @throws WalletStop that says what is wrong
 */
export function readCbor(bytes: Buffer): CborValue {
  const options: DecodeOptions = {
    strict: true,
    useMaps: true,
    rejectDuplicateMapKeys: true,
    allowIndefinite: false,
    allowUndefined: false,
    allowBigInt: false,
    retainStringBytes: true,
    tags: {},
  }
  try {
    const value: CborValue = decode(bytes, { ...options, tokenizer: new MobileDocumentTokens(bytes, options) })
    expectNames(value)
    return value
  } catch (error) {
    if (error instanceof WalletStop) throw error
    throw new WalletStop(error instanceof Error ? error.message : 'The CBOR cannot be read')
  }
}

/** The CBOR of a byte string. */
export const cborBytes = (bytes: Uint8Array): Buffer => Buffer.concat([head(2, bytes.length), bytes])

/** The CBOR of a text string. */
export const cborText = (text: string): Buffer => Buffer.concat([head(3, Buffer.byteLength(text)), Buffer.from(text)])

/** The CBOR of an array whose values are CBOR already. */
export const cborArray = (...elements: Buffer[]): Buffer => Buffer.concat([head(4, elements.length), ...elements])

/** A tagged value, encoded. */
export function tagged(tag: number, value: CborValue): CborTag {
  return new CborTag(tag, value, Buffer.concat([head(6, tag), writeCbor(value)]))
}

/** A CBOR value in a byte string under tag 24 (RFC 8949 section 3.4.5.1). */
export const embed = (encoded: Buffer): CborTag => tagged(24, encoded)

/** The CBOR of a value. A tagged value keeps its original encoding. */
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

/** The tokenizer of cborg, with the checks that it lacks: depth, UTF-8, floats, and the bytes of a tagged value. */
class MobileDocumentTokens extends Tokenizer {
  /** How many values each unfinished array, map and tag still needs, outermost first. */
  readonly #missing: number[] = []

  override next(): Token {
    const start = this.pos()
    const token = super.next()
    while (this.#missing.at(-1) === 0) this.#missing.pop()
    const parent = this.#missing.length - 1
    if (parent >= 0) this.#missing[parent] = (this.#missing[parent] ?? 0) - 1
    const { type, value, byteValue, encodedLength } = token
    switch (type) {
      case Type.float:
        throw new WalletStop('The CBOR holds a value that mobile documents do not have')
      case Type.bytes:
        return new Token(type, Buffer.from(value), encodedLength)
      case Type.string:
        return new Token(type, readText(byteValue ?? new Uint8Array()), encodedLength)
      case Type.array:
      case Type.map:
        this.#open(type === Type.map ? 2 * value : value)
        return token
      case Type.tag:
        this.#open(1)
        // The decoder looks up the function for this tag next.
        this.options.tags = Object.assign(this.options.tags ?? {}, {
          [value]: (content: () => CborValue) =>
            new CborTag(value, content(), Buffer.from(this.data.subarray(start, this.pos()))),
        })
        return token
      default:
        return token
    }
  }

  #open(values: number): void {
    if (this.#missing.length >= depthMax) throw new WalletStop('The CBOR is nested too deeply')
    this.#missing.push(values)
  }
}

function readText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new WalletStop('A text in the CBOR is not UTF-8')
  }
}

/** cborg accepts map keys of any type. */
function expectNames(value: CborValue): void {
  if (value instanceof CborTag) expectNames(value.value)
  if (Array.isArray(value)) for (const element of value) expectNames(element)
  if (!(value instanceof Map)) return
  for (const [name, inner] of value) {
    if (typeof name !== 'string' && typeof name !== 'number') throw new WalletStop('A name in a CBOR map is not text')
    expectNames(inner)
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

/** Headers of a COSE message, by label (RFC 9052 section 3.1). */
export interface CoseHeaders {
  protectedHeader: CborMap
  unprotectedHeader: CborMap
}

/** The bytes that a COSE_Sign1 signs (RFC 9052 section 4.4). */
export function toBeSigned(protectedHeader: Buffer, payload: Buffer): Buffer {
  return writeCbor(['Signature1', protectedHeader, Buffer.alloc(0), payload])
}

/** An untagged COSE_Sign1 with its payload attached: ECDSA with the hash of the key's curve (RFC 9053 section 2.1). */
export function sign1(
  { protectedHeader, unprotectedHeader }: CoseHeaders,
  payload: Buffer,
  key: WalletKey,
): CborValue[] {
  const header = writeCbor(protectedHeader)
  const signature = sign(digestOf(key), toBeSigned(header, payload), {
    key: key.privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return [header, unprotectedHeader, payload, signature]
}

/** Typed members of CBOR maps. Each function throws a WalletStop that names the missing member. */

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
