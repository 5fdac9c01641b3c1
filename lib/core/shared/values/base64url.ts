const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Character codes by value. */
const codes = Uint8Array.from(alphabet, (character) => character.charCodeAt(0))

/** Values by character code. */
const values = Uint8Array.from({ length: 128 }, (_, code) => Math.max(0, alphabet.indexOf(String.fromCharCode(code))))

/** Shared: creating one costs as much as using it on a short text. */
const [encoder, latin1, strictUtf8] = [
  new TextEncoder(),
  new TextDecoder('latin1'),
  new TextDecoder('utf-8', { fatal: true }),
]

/** Base64url without padding (RFC 4648 section 5, RFC 7515 section 2). */
export function toBase64url(bytes: Uint8Array): string {
  const characters = new Uint8Array(Math.ceil((bytes.length * 4) / 3))
  for (let index = 0, at = 0; index < bytes.length; index += 3) {
    const word = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0)
    // Writes beyond the end of the array are ignored.
    characters[at++] = codes[(word >> 18) & 63] ?? 0
    characters[at++] = codes[(word >> 12) & 63] ?? 0
    characters[at++] = codes[(word >> 6) & 63] ?? 0
    characters[at++] = codes[word & 63] ?? 0
  }
  return latin1.decode(characters)
}

/** Decodes base64url without padding; `null` for any other text (padding, foreign characters, impossible length). */
export function fromBase64url(text: string): Uint8Array | null {
  if (text.length % 4 === 1 || !/^[A-Za-z0-9_-]*$/.test(text)) return null
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let bits = 0
  let held = 0
  let at = 0
  for (let index = 0; index < text.length; index++) {
    bits = ((bits << 6) | (values[text.charCodeAt(index)] ?? 0)) & 0xffffff
    held += 6
    if (held >= 8) {
      held -= 8
      bytes[at++] = (bits >> held) & 0xff
    }
  }
  return bytes
}

/** True for canonical base64url: no bits are set after the last byte, which decoders ignore. RFC 4648 section 3.5 */
export function isBase64url(text: string): boolean {
  const unused = [0, 0, 0b1111, 0b11][text.length % 4] ?? 0
  const last = values[text.charCodeAt(text.length - 1)] ?? 0
  return text.length % 4 !== 1 && /^[A-Za-z0-9_-]*$/.test(text) && (last & unused) === 0
}

/** UTF-8 bytes of a text. */
export const utf8 = (text: string): Uint8Array => encoder.encode(text)

/** Decodes UTF-8; `null` if invalid. */
export function fromUtf8(bytes: Uint8Array): string | null {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return null
  }
}

/** Decodes padded base64 (RFC 4648 section 4); `null` for any other text. */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null
  return fromBase64url(withoutPadding(text.replaceAll('+', '-').replaceAll('/', '_')))
}

/** Decodes base64 or base64url, padded or not; `null` for any other text. For what is looked at, never for what is verified. */
const fromEitherBase64 = (text: string): Uint8Array | null =>
  /^[\w+/-]*={0,2}$/.test(text) ? fromBase64url(withoutPadding(text.replaceAll('+', '-').replaceAll('/', '_'))) : null

/** The text that base64 or base64url of UTF-8 says; `null` for any other text. For what is looked at, as above. */
export function textInBase64(text: string): string | null {
  const bytes = fromEitherBase64(text)
  return bytes === null ? null : fromUtf8(bytes)
}

/** Removes every trailing `=`, in linear time: a regular expression would retry each run of them. */
export function withoutPadding(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === '=') end -= 1
  return text.slice(0, end)
}

/** Encodes as padded base64 (RFC 4648 section 4). */
export const toBase64 = (bytes: Uint8Array): string =>
  toBase64url(bytes)
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .padEnd(Math.ceil(bytes.length / 3) * 4, '=')

/** Hexadecimal digits by byte value. */
const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Bytes as lower-case hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += digits[byte]
  return text
}
