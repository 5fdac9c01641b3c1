import { fromBase64url } from '../../../ground/values/base64url'

/**
 * True for text that is, as a whole, a compact JWS, JWE or SD-JWT, also one with a broken header. A host name has three
 * parts too and is none.
 * @see RFC7515-7.1, RFC7516-7.1, RFC9901-4
 */
export function isCompactToken(text: string): boolean {
  const parts = partsOf(text)
  return parts !== null && (parts[0] ?? '').length >= 10 && !looksLikeHost(text.trim())
}

/**
 * As isCompactToken, but only for text that can be nothing else: its first part is a JSON object, or it is long and
 * mixed. Meant for names that stay visible, where `com.example.wallet2` is not a token.
 */
export const isUnmistakableToken = (text: string): boolean => {
  const parts = partsOf(text)
  if (parts === null) return false
  return (
    startsAsJson(parts[0] ?? '') ||
    (isCompactToken(text) && parts.some((part) => part.length > 63 || looksOpaque(part)))
  )
}

/**
 * True for one run of characters that looks random: 22 or more with letters of both cases and digits, or 32 or more
 * hexadecimal ones. Codes, nonces and tokens look like this; words, addresses and UUIDs do not. Of the 43 characters that
 * 32 bytes take, one in a thousand has no digit.
 */
export function looksOpaque(text: string): boolean {
  if (text.length < 22 || !/^[A-Za-z0-9_\-+/=.~]+$/.test(text)) return false
  if (/^[0-9a-fA-F]{32,}$/.test(text)) return /[0-9]/.test(text) && /[a-fA-F]/.test(text)
  if (/^[A-Za-z0-9_-]{43}$/.test(text) && (text.match(/[A-Z]/g) ?? []).length >= 8 && /[a-z]/.test(text)) return true
  return /[0-9]/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text)
}

const looksLikeHost = (text: string): boolean => text.length <= 100 && /^(?:[a-z0-9-]{1,63}\.)+[a-z]{2,24}$/.test(text)

/** The dot-separated parts of the token before the first `~`: three of a JWS, five of a JWE; `null` for other text. */
export function partsOf(text: string): string[] | null {
  // Most text has no two dots, which is seen at once.
  const dot = text.indexOf('.')
  if (dot < 0 || !text.includes('.', dot + 1)) return null
  const trimmed = text.trim()
  // Padding is wrong there but happens; an `=` before anything else is none. Forms have that at once.
  if ((trimmed.includes('=') && /=[^.~=]/.test(trimmed)) || !/^[A-Za-z0-9_\-.~=]+$/.test(trimmed)) return null
  const parts = (trimmed.split('~', 1)[0] ?? '').split('.', 6)
  return parts.length === 3 || parts.length === 5 ? parts : null
}

/** True when a base64url part begins a JSON object. */
function startsAsJson(part: string): boolean {
  const bytes = fromBase64url(part.slice(0, 16))
  return part.length >= 4 && bytes !== null && /^\s*\{\s*(?:"|\}|$)/.test(new TextDecoder().decode(bytes))
}
