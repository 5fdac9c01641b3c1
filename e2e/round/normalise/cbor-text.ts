import { decode, type TagDecoder } from 'cborg'

/** A tag with its content; cborg has no type for tags. */
class Tag {
  constructor(
    readonly number: number,
    readonly value: unknown,
  ) {}
}

/** Tags 0 to 1199, which include those of dates, COSE and mdoc. */
const tags: Record<number, TagDecoder> = Object.fromEntries(
  Array.from({ length: 1200 }, (_, number): [number, TagDecoder] => [number, (inner) => new Tag(number, inner())]),
)

/**
 * A CBOR item in the diagnostic notation of RFC 8949 section 8, with byte strings rendered by `bytes`; CBOR inside byte
 * strings is decoded. `null` if the bytes are not one complete item that contains others.
 */
export function cborText(input: Uint8Array, bytes: (value: Uint8Array) => string): string | null {
  const item = read(input)
  return item instanceof Map || Array.isArray(item) || item instanceof Tag ? write(item, bytes) : null
}

function read(input: Uint8Array): unknown {
  try {
    return decode(input, { useMaps: true, tags, allowIndefinite: true })
  } catch {
    return undefined
  }
}

function write(item: unknown, bytes: (value: Uint8Array) => string): string {
  if (item instanceof Uint8Array) return (mayHold(item) ? cborText(item, bytes) : null) ?? bytes(item)
  if (item instanceof Tag) return `${item.number}(${write(item.value, bytes)})`
  if (Array.isArray(item)) return `[${item.map((one) => write(one, bytes)).join(', ')}]`
  if (item instanceof Map && isDigests(item)) return `{${item.size} digests}`
  if (item instanceof Map)
    return `{${[...item].map(([name, value]) => `${write(name, bytes)}: ${write(value, bytes)}`).join(', ')}}`
  return typeof item === 'bigint' ? String(item) : (JSON.stringify(item) ?? String(item))
}

/** True for the digests of an mdoc by their ids, both random (ISO/IEC 18013-5 section 9.1.2.4). */
const isDigests = (map: ReadonlyMap<unknown, unknown>): boolean =>
  map.size > 0 &&
  [...map].every(([id, digest]) => typeof id === 'number' && digest instanceof Uint8Array && digest.length === 32)

/** Salts, digests, coordinates and signatures contain nothing, though they may look like CBOR by chance. */
const mayHold = ({ length }: Uint8Array): boolean => length !== 32 && length !== 64
