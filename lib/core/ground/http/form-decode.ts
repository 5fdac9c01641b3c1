const plus = 0x2b
const percent = 0x25
const space = 0x20

/** Value of each hexadecimal digit, by its code; 255 for all else. */
const digits = Uint8Array.from({ length: 256 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16)
  return Number.isNaN(value) ? 255 : value
})

/**
 * Decodes a name or a value of a form or a query, in the time that its length takes: `+` is a space, what is no valid
 * escape stays as it is, and bytes that are no UTF-8 become U+FFFD. Never throws.
 * @see https://url.spec.whatwg.org/#urlencoded-parsing
 */
export function formDecode(text: string): string {
  if (!text.includes('+') && !text.includes('%')) return text
  if (text.includes('+')) return decodeOddly(text)
  try {
    return decodeURIComponent(text)
  } catch {
    return decodeOddly(text)
  }
}

/** The same, for text with spaces, or with something in it that is not an escape or no UTF-8. */
function decodeOddly(text: string): string {
  const bytes = new TextEncoder().encode(text)
  let written = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    const high = digits[bytes[at + 1] ?? 0] ?? 255
    const low = digits[bytes[at + 2] ?? 0] ?? 255
    if (byte === percent && high < 16 && low < 16 && at + 2 < bytes.length) {
      bytes[written++] = high * 16 + low
      at += 2
    } else bytes[written++] = byte === plus ? space : byte
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, written))
}
