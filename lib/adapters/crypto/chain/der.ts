/** One element of a DER encoding. X.690 sections 8.1 and 10.1 */
export interface DerElement {
  /** The identifier octet: class, form and number. */
  readonly tag: number
  readonly content: Buffer
}

/** The bytes are not DER, or do not have the expected structure. */
export class DerError extends Error {}

/** Parses the consecutive elements in `bytes`. Throws DerError. */
export function readDer(bytes: Buffer): DerElement[] {
  const elements: DerElement[] = []
  for (let at = 0; at < bytes.length; ) {
    const tag = octet(bytes, at)
    // Certificates never use multi-octet tags.
    if ((tag & 0x1f) === 0x1f) throw new DerError()
    const { length, start } = lengthAt(bytes, at + 1)
    if (start + length > bytes.length) throw new DerError()
    elements.push({ tag, content: bytes.subarray(start, start + length) })
    at = start + length
  }
  return elements
}

/** The content of the single element in `bytes`. Throws DerError if there are several or the tag differs. */
export function onlyElement(bytes: Buffer, tag: number): Buffer {
  const [element, ...others] = readDer(bytes)
  if (element?.tag !== tag || others.length > 0) throw new DerError()
  return element.content
}

/** DER requires definite lengths in their shortest form. */
function lengthAt(bytes: Buffer, at: number): { readonly length: number; readonly start: number } {
  const first = octet(bytes, at)
  if (first < 0x80) return { length: first, start: at + 1 }
  const octets = first & 0x7f
  if (octets === 0 || octets > 4 || at + octets >= bytes.length) throw new DerError()
  const length = bytes.readUIntBE(at + 1, octets)
  if (length < 0x80 || octet(bytes, at + 1) === 0) throw new DerError()
  return { length, start: at + 1 + octets }
}

function octet(bytes: Buffer, at: number): number {
  const value = bytes[at]
  if (value === undefined) throw new DerError()
  return value
}

/** An object identifier in dotted form. Throws DerError when it is truncated or longer than any in use. */
export function readObjectIdentifier(content: Buffer): string {
  if (content.length === 0 || content.length > 64) throw new DerError()
  const arcs: bigint[] = []
  let arc = 0n
  for (const [index, value] of content.entries()) {
    arc = (arc << 7n) | BigInt(value & 0x7f)
    if ((value & 0x80) === 0) {
      arcs.push(arc)
      arc = 0n
    } else if (index === content.length - 1) throw new DerError()
  }
  const [first = 0n, ...others] = arcs
  const root = first < 80n ? first / 40n : 2n
  return [root, first - root * 40n, ...others].join('.')
}

/** DER encoding of the few types that no library builds for us. X.690 section 8 */
type Der = Uint8Array<ArrayBuffer>

/** Maximum content length: longer content would need a length of several octets. */
const shortMax = 127

function value(tag: number, content: readonly number[]): Der {
  if (content.length > shortMax) throw new RangeError('The value is too long for a length of one octet.')
  return Uint8Array.of(tag, content.length, ...content)
}

export const sequence = (...members: readonly Der[]): Der =>
  value(
    0x30,
    members.flatMap((member) => [...member]),
  )

/** An object identifier in its dotted form. */
export function oid(dotted: string): Der {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number)
  return value(6, [first * 40 + second, ...others].flatMap(base128))
}

/** A positive integer. */
export function integer(of: number): Der {
  const digits = of.toString(16)
  const bytes = [...Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')]
  return value(2, (bytes[0] ?? 0) < 0x80 ? bytes : [0, ...bytes])
}

/** Seven bits per octet; all but the last have their highest bit set. */
function base128(arc: number): number[] {
  const octets = [arc & 0x7f]
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) octets.unshift((rest & 0x7f) | 0x80)
  return octets
}
