import type { CborItem } from './cbor-item'

/** Maximum nesting depth. */
export const cborDepthMax = 32
/** Maximum data items read per response, over all its presentations and the CBOR embedded in them. */
export const cborItemsMax = 30_000
/**
 * Additional items allowed per response inside element values: a portrait may be a map of thousands. An item costs at
 * most a microsecond, so even all of them block the process only briefly.
 */
export const cborValueItemsMax = 100_000
/** Maximum bytes of CBOR to read; far larger than any portrait. */
export const cborBytesMax = 1024 * 1024

/** Items left to read, shared by all readings of one response. */
export interface CborBudget {
  items: number
  /** Items inside element values. */
  values: number
}

/** A full budget for one response. */
export const createCborBudget = (): CborBudget => ({ items: cborItemsMax, values: cborValueItemsMax })

/** Why bytes could not be read as CBOR. */
export type CborError = 'empty' | 'truncated' | 'malformed' | 'too_deep' | 'too_many_items' | 'too_large'

export type CborReading =
  | {
      readonly ok: true
      readonly item: CborItem
      /** Bytes left over after the item. */
      readonly trailing: number
      /** Repeated names in maps. */
      readonly duplicates: number
    }
  | { readonly ok: false; readonly error: CborError; readonly at: number }

/**
 * Reads the CBOR item at the start of the bytes: any well-formed encoding, of definite or indefinite length. Never
 * throws, and stays within the bounds above whatever lengths the bytes claim. Items at or below `valueDepth` count as
 * value items. RFC8949-3
 */
export function readCbor(
  bytes: Uint8Array,
  budget: CborBudget = createCborBudget(),
  valueDepth = Number.POSITIVE_INFINITY,
): CborReading {
  if (bytes.length === 0) return { ok: false, error: 'empty', at: 0 }
  if (bytes.length > cborBytesMax) return { ok: false, error: 'too_large', at: 0 }
  const reader = new Reader(bytes, budget, valueDepth)
  try {
    const item = reader.item(0)
    return { ok: true, item, trailing: bytes.length - reader.at, duplicates: reader.duplicates }
  } catch (error) {
    if (error instanceof Stop) return { ok: false, error: error.reason, at: reader.at }
    throw error
  }
}

/** Aborts a reading; never leaves this file. */
class Stop extends Error {
  constructor(readonly reason: CborError) {
    super(reason)
  }
}

class Reader {
  at = 0
  duplicates = 0
  private readonly view: DataView

  constructor(
    private readonly bytes: Uint8Array,
    private readonly budget: CborBudget,
    private readonly valueDepth: number,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  item(depth: number): CborItem {
    if (depth > cborDepthMax) throw new Stop('too_deep')
    this.spend(depth)
    const start = this.at
    const initial = this.byte()
    const major = initial >> 5
    const info = initial & 31
    const since = (): Uint8Array => this.bytes.subarray(start, this.at)
    switch (major) {
      case 0:
        return { kind: 'integer', value: this.argument(info), encoded: since() }
      case 1:
        return { kind: 'integer', value: negative(this.argument(info)), encoded: since() }
      case 2:
        return { kind: 'bytes', value: this.string(2, info, depth), encoded: since() }
      case 3:
        return { kind: 'text', value: decode(this.string(3, info, depth)), encoded: since() }
      case 4:
        return { kind: 'array', items: this.sequence(info, () => this.item(depth + 1)), encoded: since() }
      case 5:
        return { kind: 'map', entries: this.entries(info, depth), encoded: since() }
      case 6: {
        const tag = this.argument(info)
        return { kind: 'tag', tag, content: this.item(depth + 1), encoded: since() }
      }
      default:
        return this.simple(info, since)
    }
  }

  private spend(depth: number): void {
    const left = depth < this.valueDepth ? this.budget.items-- : this.budget.values--
    if (left <= 0) throw new Stop('too_many_items')
  }

  private entries(info: number, depth: number): (readonly [CborItem, CborItem])[] {
    const names = new Set<string>()
    return this.sequence(info, () => {
      const name = this.item(depth + 1)
      const key = keyOf(name)
      if (key !== null && names.has(key)) this.duplicates += 1
      if (key !== null) names.add(key)
      return [name, this.item(depth + 1)] as const
    })
  }

  /** Reads `info` elements, or until the break of an indefinite length. */
  private sequence<Element>(info: number, next: () => Element): Element[] {
    const elements: Element[] = []
    if (info === 31) {
      while (!this.atBreak()) elements.push(next())
      return elements
    }
    const length = this.argument(info)
    // Every element takes at least one byte, so a length beyond the rest fails at no cost.
    if (length > this.bytes.length - this.at) throw new Stop('truncated')
    for (let left = Number(length); left > 0; left -= 1) elements.push(next())
    return elements
  }

  private string(major: 2 | 3, info: number, depth: number): Uint8Array {
    if (info !== 31) return this.take(this.argument(info))
    const chunks: Uint8Array[] = []
    while (!this.atBreak()) {
      this.spend(depth)
      const initial = this.byte()
      // Chunks are strings of the same kind and of definite length. RFC8949-3.2.3
      if (initial >> 5 !== major || (initial & 31) === 31) throw new Stop('malformed')
      const chunk = this.take(this.argument(initial & 31))
      if (major === 3) decode(chunk)
      chunks.push(chunk)
    }
    const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
    let end = 0
    for (const chunk of chunks) {
      whole.set(chunk, end)
      end += chunk.length
    }
    return whole
  }

  private simple(info: number, since: () => Uint8Array): CborItem {
    if (info === 25) return { kind: 'float', value: halfFloat(this.unsigned(2)), encoded: since() }
    if (info === 26) {
      this.need(4)
      this.at += 4
      return { kind: 'float', value: this.view.getFloat32(this.at - 4), encoded: since() }
    }
    if (info === 27) {
      this.need(8)
      this.at += 8
      return { kind: 'float', value: this.view.getFloat64(this.at - 8), encoded: since() }
    }
    if (info > 27) throw new Stop('malformed')
    if (info < 20) return { kind: 'simple', value: info, encoded: since() }
    if (info === 24) {
      const value = this.byte()
      // Two-byte simple values below 32 are not well-formed. RFC8949-3.3
      if (value < 32) throw new Stop('malformed')
      return { kind: 'simple', value, encoded: since() }
    }
    return { kind: 'simple', value: named[info], encoded: since() }
  }

  private atBreak(): boolean {
    this.need(1)
    if (this.bytes[this.at] !== 0xff) return false
    this.at += 1
    return true
  }

  private argument(info: number): number | bigint {
    if (info < 24) return info
    if (info > 27) throw new Stop('malformed')
    if (info < 27) return this.unsigned(2 ** (info - 24))
    this.need(8)
    const value = this.view.getBigUint64(this.at)
    this.at += 8
    return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value
  }

  private unsigned(size: number): number {
    this.need(size)
    let value = 0
    for (let left = size; left > 0; left -= 1) value = value * 256 + this.byte()
    return value
  }

  private byte(): number {
    this.need(1)
    return this.view.getUint8(this.at++)
  }

  private take(length: number | bigint): Uint8Array {
    if (length > this.bytes.length - this.at) throw new Stop('truncated')
    const part = this.bytes.subarray(this.at, this.at + Number(length))
    this.at += Number(length)
    return part
  }

  private need(length: number): void {
    if (length > this.bytes.length - this.at) throw new Stop('truncated')
  }
}

/** Longest non-scalar name to compare, in bytes: such names may themselves hold names. */
const comparedBytesMax = 256

/**
 * A key that is equal for names with the same meaning, whatever their encoding; `null` for a name that is too long to
 * compare. RFC8949-5.6
 */
function keyOf(name: CborItem): string | null {
  if (name.kind === 'text' || name.kind === 'integer') return `${name.kind} ${name.value}`
  return name.encoded.length > comparedBytesMax ? null : name.encoded.join()
}

/** Simple values with a meaning. RFC8949-3.3 */
const named: Readonly<Record<number, boolean | null | undefined>> = { 20: false, 21: true, 22: null, 23: undefined }

const negative = (argument: number | bigint): number | bigint => {
  if (typeof argument === 'bigint') return -1n - argument
  const value = -1 - argument
  return Number.isSafeInteger(value) ? value : -1n - BigInt(argument)
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Stop('malformed')
  }
}

/** RFC 8949 appendix D. */
function halfFloat(half: number): number {
  const exponent = (half >> 10) & 31
  const mantissa = half & 1023
  const sign = half & 0x8000 ? -1 : 1
  if (exponent === 31) return mantissa === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  return sign * (exponent === 0 ? mantissa * 2 ** -24 : (mantissa + 1024) * 2 ** (exponent - 25))
}
