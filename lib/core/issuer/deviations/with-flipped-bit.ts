/** Flips the last bit. */
export const withFlippedBit = (bytes: Uint8Array): Uint8Array => {
  const last = bytes.length - 1
  return bytes.map((byte, index) => (index === last ? byte ^ 1 : byte))
}
