import { fromBase64url } from '../../../shared/values/base64url'
import type { Names } from '../names/names'
import { looksOpaque } from '../tokens/token-text'
import { percentDecode } from './normalise-text'

/**
 * Removes secrets from free text of unknown meaning, such as library messages and log lines: everything that
 * redactVisible removes, and every long run of characters that looks random.
 */
export function redactText(text: string, names: Names): string {
  const shown = redactVisible(text, names)
  return shown.length < opaqueRunMin
    ? shown
    : shown.replace(/[A-Za-z0-9_-]{32,}/g, (run) => (looksOpaque(run) ? mark(run) : run))
}

const opaqueRunMin = 32

/**
 * Removes everything from a text that can only be a secret: compact JWS, JWE and SD-JWT, PEM blocks, credentials after
 * an authentication scheme, the user part of addresses, and the value of every `name=value` or `"name":"value"` with a
 * sensitive name. A mark with the length takes its place, e.g. `[token:866]`. Takes linear time; never throws.
 */
export function redactVisible(text: string, names: Names): string {
  let shown = redactOnce(text, names)
  let decoded = shown
  // A secret may hide in an innocent value by percent-encoding. The decoded text is shown only then.
  for (let round = 0; round < 3 && decoded.includes('%'); round++) {
    decoded = percentDecode(decoded)
    const redacted = redactOnce(decoded, names)
    if (redacted !== decoded) {
      shown = redacted
      decoded = redacted
    }
  }
  return shown
}

/** The mark that replaces a removed piece of text. */
export const removed = (
  what: 'token' | 'pem' | 'redacted' | 'userinfo' | 'name' | 'json',
  characters: number,
): string => `[${what}:${characters}]`

/** True for text that consists of a removal mark only. */
export const isRemovalMark = (text: string): boolean =>
  /^\[(?:redacted|(?:token|pem|redacted|userinfo|name|json):[0-9]{1,8})\]$/.test(text)

const mark = (value: string): string =>
  value === '' || isRemovalMark(value) ? value : removed('redacted', value.length)

function redactOnce(text: string, names: Names): string {
  let redacted = text
  for (const { only, step } of steps) if (only(redacted)) redacted = step(redacted, names)
  return redacted
}

function redactPem(text: string): string {
  let rest = text
  let result = ''
  for (let start = rest.search(/-----BEGIN/i); start >= 0; start = rest.search(/-----BEGIN/i)) {
    const end = rest.slice(start).search(/-----END[^-]{0,64}-----/i)
    const close = end < 0 ? rest.length : rest.indexOf('-----', start + end + 8) + 5
    result += rest.slice(0, start) + removed('pem', close - start)
    rest = rest.slice(close)
  }
  return result + rest
}

/** A header's `Name: value` in a log line or a message, up to the end of the line. */
const redactHeaderLines = (text: string): string =>
  text.replace(
    /\b((?:proxy-)?authorization|dpop(?:-nonce)?|(?:set-)?cookie|oauth-client-attestation(?:-pop|-challenge)?)(\s{0,4}:\s{0,4})([^\s][^\r\n]*)/gi,
    (_, name: string, colon: string, value: string) => `${name}${colon}${mark(value)}`,
  )

/** `"name":"value"` in fragments of JSON, including escaped quotes, as in JSON inside a string. */
const redactMembers = (text: string, names: Names): string =>
  text.replace(
    /(\\?["'])([^"'\\\s]{1,64})(\\?["'])(\s{0,8}:\s{0,8})(\\"(?:[^"\\]|\\[^"])*(?:\\")?|"(?:[^"\\]|\\.)*"?|'[^']*'?|-?[0-9][0-9.eE+-]*)/g,
    (whole, open: string, name: string, close: string, colon: string, value: string) =>
      names.isSensitive(name) && !isTlsError(name, value) ? `${open}${name}${close}${colon}${mark(value)}` : whole,
  )

/**
 * `name=value` in queries, fragments and prose. An unquoted value ends before the next `&`, `#`, quote or white space.
 * The look-behind lets a match start only where a name starts, so matching takes linear time.
 */
const redactPairs = (text: string, names: Names): string =>
  text.replace(
    /(?<![^&#?\s"'<>=;,(){}])([^&#?\s"'<>=;,(){}]+)=("[^"]*"?|[^&#\s"'<>]+)/g,
    (whole, name: string, value: string) =>
      names.isSensitive(name) && !isTlsError(name, value) ? `${name}=${mark(value)}` : whole,
  )

/** Credentials after an authentication scheme. A plain word there is just prose. RFC 9110 section 11.4 */
const redactSchemes = (text: string): string =>
  text.replace(
    /\b(bearer|dpop|basic)(\s{1,4})([A-Za-z0-9._~+/=-]{8,})(?!["A-Za-z0-9._~+/=-])/gi,
    (whole, scheme: string, space: string, credentials: string) =>
      credentials.length >= 24 || /[0-9]/.test(credentials) ? `${scheme}${space}${mark(credentials)}` : whole,
  )

const redactUserinfo = (text: string): string =>
  text.replace(/:\/\/([^\s/?#"'<>@]{1,512})@/g, (whole, userinfo: string) =>
    isRemovalMark(userinfo) ? whole : `://${removed('userinfo', userinfo.length)}@`,
  )

/** A text of this length or less is too short for `dpop`, a space and credentials. */
const shortestScheme = 12
/** The shortest run of characters in which to look for a token. */
const tokenRunMin = 20

/** Searches runs of the characters that tokens, their padding and their percent-encoding consist of. */
const redactTokens = (text: string): string =>
  text.replace(/[A-Za-z0-9_\-.~%+/=]{20,}/g, (run) => {
    const start = startOfToken(run)
    return start < 0 ? run : run.slice(0, start) + removed('token', run.length - start)
  })

/**
 * base64url of `{"`, `{ `, `{` and a line break or tab, `{}` and white space; also of `["`, the start of a Disclosure.
 * No alternative can match hexadecimal digits, because one hash in 4,096 starts with `e30`.
 */
const jsonStart = /^(?:ey[A-DI-L]|ew[k-r0-3]|e30[gJKN]|WyJ)/

/** How many characters of a part to decode; more would not help. */
const decodedMax = 64

/**
 * True if the start of a part decodes to text without control characters, as JSON does. One nonce or hash in twelve
 * thousand starts like JSON, but hardly any of those continues as text. Nonces and hashes are evidence, so they must
 * stay.
 */
function readsAsText(part: string): boolean {
  const bytes = fromBase64url(part.slice(0, Math.min(decodedMax, part.length - (part.length % 4))))
  if (bytes === null) return true
  try {
    // A character cut off at the end does not make the bytes invalid.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return !/[^\P{Cc}\t\n\r]/u.test(text)
  } catch {
    return false
  }
}

function startOfToken(run: string): number {
  for (const { 0: part, index } of run.matchAll(/(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{10,}/g)) {
    const ended = /^(?:\.|%2[eE])/.test(run.slice(index + part.length, index + part.length + 3))
    if (jsonStart.test(part) && (ended || (part.length >= 16 && readsAsText(part)))) return index
    // A prefix runs straight into the token, as in `token_eyJ…`.
    const glued = part.indexOf('eyJ')
    if (glued >= 0 && ended && part.length - glued >= 10) return index + glued
  }
  return -1
}

interface Step {
  /** A quick check: false if the text cannot contain what the step removes, as with nearly all of our own text. */
  readonly only: (text: string) => boolean
  readonly step: (text: string, names: Names) => string
}

const holds = (part: string) => (text: string) => text.includes(part)

/** `jsonStart` anywhere in a text. A text without it contains no token. */
const maybeJsonStart = /ey[A-DI-L]|ew[k-r0-3]|e30[gJKN]|WyJ/

const steps: readonly Step[] = [
  { only: holds('-----'), step: redactPem },
  { only: holds(':'), step: redactHeaderLines },
  { only: holds(':'), step: redactMembers },
  { only: holds('='), step: redactPairs },
  { only: (text) => text.length > shortestScheme && /\s/.test(text), step: redactSchemes },
  { only: holds('@'), step: redactUserinfo },
  { only: (text) => text.length >= tokenRunMin && maybeJsonStart.test(text), step: redactTokens },
]

/** OpenSSL's reasons for rejecting a certificate. */
const refusals = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'HOSTNAME_MISMATCH',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

const errorName = /^(?:ERR_(?:SSL|TLS)_|(?:SSLV3|TLSV1|TLSV13)_ALERT_)[A-Z0-9_]{2,64}$/

/**
 * True for the name of a TLS error or alert under `code`, as Node, OpenSSL and their logs write it, quoted or before
 * punctuation. It explains why a wallet could not connect. OAuth codes never look like that.
 */
function isTlsError(name: string, value: string): boolean {
  if (name !== 'code') return false
  const text = value.replace(/^\\?["']|(?:\\?["']|[,.;:)])$/g, '')
  return errorName.test(text) || refusals.has(text)
}
