import { fromBase64url } from '../../../shared/values/base64url'

/**
 * True if the whole text is a compact JWS, JWE or SD-JWT, even one with a broken header. A host name with three parts
 * does not count.
 * @see RFC7515-7.1, RFC7516-7.1, RFC9901-4
 */
export function isCompactToken(text: string): boolean {
  const parts = partsOf(text)
  return parts !== null && (parts[0] ?? '').length >= 10 && !looksLikeHost(text.trim())
}

/**
 * Like isCompactToken, but only for text that can be nothing else: its first part is a JSON object, or a part is long
 * or looks random. For names that stay visible, where `com.example.wallet2` is not a token.
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
 * True for a single run of characters that looks random: 22 or more with digits and letters of both cases, or 32 or
 * more hexadecimal digits. Codes, nonces and tokens look like this; words, addresses and UUIDs do not. Runs of 43
 * characters need no digit, because one encoding of 32 random bytes in a thousand has none.
 */
export function looksOpaque(text: string): boolean {
  if (text.length < 22 || !/^[A-Za-z0-9_\-+/=.~]+$/.test(text)) return false
  if (/^[0-9a-fA-F]{32,}$/.test(text)) return /[0-9]/.test(text) && /[a-fA-F]/.test(text)
  if (/^[A-Za-z0-9_-]{43}$/.test(text) && (text.match(/[A-Z]/g) ?? []).length >= 8 && /[a-z]/.test(text)) return true
  return /[0-9]/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text)
}

const looksLikeHost = (text: string): boolean => text.length <= 100 && /^(?:[a-z0-9-]{1,63}\.)+[a-z]{2,24}$/.test(text)

/** The dot-separated parts of a token before the first `~`: three for a JWS, five for a JWE; `null` for other text. */
export function partsOf(text: string): string[] | null {
  // Reject most text early: it lacks two dots.
  const dot = text.indexOf('.')
  if (dot < 0 || !text.includes('.', dot + 1)) return null
  const trimmed = text.trim()
  // Padding is wrong but happens; an `=` before anything else is not padding. That check rules out forms at once.
  if ((trimmed.includes('=') && /=[^.~=]/.test(trimmed)) || !/^[A-Za-z0-9_\-.~=]+$/.test(trimmed)) return null
  const parts = (trimmed.split('~', 1)[0] ?? '').split('.', 6)
  return parts.length === 3 || parts.length === 5 ? parts : null
}

/** True if a base64url part decodes to the start of a JSON object. */
function startsAsJson(part: string): boolean {
  const bytes = fromBase64url(part.slice(0, 16))
  return part.length >= 4 && bytes !== null && /^\s*\{\s*(?:"|\}|$)/.test(new TextDecoder().decode(bytes))
}
