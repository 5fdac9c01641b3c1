import { fromBase64url, toBase64url } from './base64url'

/** Decodes base64 with its padding (RFC 4648 section 4); `null` for any other text. */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null
  return fromBase64url(withoutPadding(text.replaceAll('+', '-').replaceAll('/', '_')))
}

/** The text without every `=` at its end. Its time grows linearly: an expression would try each run of them again. */
export function withoutPadding(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === '=') end -= 1
  return text.slice(0, end)
}

/** Base64 with its padding (RFC 4648 section 4). */
export const toBase64 = (bytes: Uint8Array): string =>
  toBase64url(bytes)
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .padEnd(Math.ceil(bytes.length / 3) * 4, '=')
