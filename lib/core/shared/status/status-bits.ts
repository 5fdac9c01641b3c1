/** Bits per entry of a status list. TSL14-4.1 */
export const statusBits = [1, 2, 4, 8] as const
export type StatusBits = (typeof statusBits)[number]

/** Named status values. TSL14-7.1 */
export const statusValues = { valid: 0, invalid: 1, suspended: 2 } as const
export type StatusName = keyof typeof statusValues

/** The name of a status value; `null` if it has none. */
export const statusName = (value: number): StatusName | null =>
  value === 0 ? 'valid' : value === 1 ? 'invalid' : value === 2 ? 'suspended' : null

/** True for a valid `bits` of a status list. */
export const isStatusBits = (value: unknown): value is StatusBits =>
  value === 1 || value === 2 || value === 4 || value === 8

/**
 * Encodes a status list before compression, filling each byte from its least significant bit. Unlisted entries are 0.
 * Ignores indexes outside the list and excess bits of values. TSL14-4.1
 */
export function packStatuses(
  entries: Iterable<readonly [index: number, value: number]>,
  { bits, size }: { readonly bits: StatusBits; readonly size: number },
): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((size * bits) / 8))
  const mask = (1 << bits) - 1
  for (const [index, value] of entries) {
    if (!Number.isInteger(index) || index < 0 || index >= size) continue
    const { byte, shift } = placeOf(index, bits)
    bytes[byte] = ((bytes[byte] ?? 0) & ~(mask << shift)) | ((value & mask) << shift)
  }
  return bytes
}

/** The value at an index; `null` beyond the end of the list. TSL14-8.3 */
export function statusAt(bytes: Uint8Array, { bits, index }: { readonly bits: StatusBits; readonly index: number }) {
  if (!Number.isInteger(index) || index < 0) return null
  const { byte, shift } = placeOf(index, bits)
  const held = bytes[byte]
  return held === undefined ? null : (held >> shift) & ((1 << bits) - 1)
}

/** Position of an entry. Avoids 32-bit operations, because an index may be larger. */
function placeOf(index: number, bits: StatusBits): { readonly byte: number; readonly shift: number } {
  const perByte = 8 / bits
  return { byte: Math.floor(index / perByte), shift: (index % perByte) * bits }
}
