/** Looks like the DER of an ECDSA signature: a SEQUENCE of two INTEGERs and nothing else. RFC 3279 section 2.2.3 */
export const isDerSignature = (bytes: Uint8Array): boolean => integersOf(bytes) !== null

/** The same signature as r and s side by side, `size` bytes together; `null` when it is none. RFC7518-3.4 */
export function derToRaw(bytes: Uint8Array, size: number): Uint8Array | null {
  const integers = integersOf(bytes)
  if (integers === null) return null
  const half = size / 2
  const raw = new Uint8Array(size)
  for (const [index, integer] of integers.entries()) {
    const first = integer.findIndex((byte) => byte !== 0)
    const digits = first < 0 ? new Uint8Array() : integer.subarray(first)
    if (digits.length > half) return null
    raw.set(digits, (index + 1) * half - digits.length)
  }
  return raw
}

/** Contents of the two INTEGERs; `null` for anything else. */
function integersOf(bytes: Uint8Array): readonly [Uint8Array, Uint8Array] | null {
  const sequence = takeValue(bytes, 0x30)
  if (sequence === null || sequence.rest.length > 0) return null
  const r = takeValue(sequence.value, 0x02)
  const s = r && takeValue(r.rest, 0x02)
  return r && s && s.rest.length === 0 ? [r.value, s.value] : null
}

/** A value with this tag at the start. Lengths of one byte, or of two with the first one 0x81. X.690 section 8.1.3 */
function takeValue(bytes: Uint8Array, tag: number): { readonly value: Uint8Array; readonly rest: Uint8Array } | null {
  const long = bytes[1] === 0x81
  const length = (long ? bytes[2] : bytes[1]) ?? 0
  const start = long ? 3 : 2
  if (bytes[0] !== tag || length === 0 || (!long && length > 127) || bytes.length < start + length) return null
  return { value: bytes.subarray(start, start + length), rest: bytes.subarray(start + length) }
}
