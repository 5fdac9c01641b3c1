import { fromBase64url } from '../../../ground/values/base64url'
import { percentDecode } from '../message/percent-decode'
import type { Names } from '../names/names'
import { looksOpaque } from '../tokens/token-text'

/**
 * Takes secrets out of free text that nobody knows the meaning of, such as messages of libraries and log lines: all that
 * scrubVisible takes out, and every long run of characters that looks random.
 */
export function scrubText(text: string, names: Names): string {
  const shown = scrubVisible(text, names)
  return shown.length < opaqueRunMin
    ? shown
    : shown.replace(/[A-Za-z0-9_-]{32,}/g, (run) => (looksOpaque(run) ? mark(run) : run))
}

const opaqueRunMin = 32

/**
 * Takes out of text what can be nothing but a secret: compact JWS, JWE and SD-JWT, PEM blocks, credentials after an
 * authentication scheme, the user part of addresses, and the value of every `name=value` or `"name":"value"` whose name
 * is sensitive. What went is named with its length, as `[token:866]`. Its time grows linearly with the text; never throws.
 */
export function scrubVisible(text: string, names: Names): string {
  let shown = scrubOnce(text, names)
  let decoded = shown
  // A secret may stand percent-encoded inside an innocent value. Only then the decoded text is shown.
  for (let round = 0; round < 3 && decoded.includes('%'); round++) {
    decoded = percentDecode(decoded)
    const scrubbed = scrubOnce(decoded, names)
    if (scrubbed !== decoded) {
      shown = scrubbed
      decoded = scrubbed
    }
  }
  return shown
}

/** How a removed piece is named inside text. */
export const removed = (
  what: 'token' | 'pem' | 'redacted' | 'userinfo' | 'name' | 'json',
  characters: number,
): string => `[${what}:${characters}]`

/** True for text that consists of a removal mark only. */
export const isMark = (text: string): boolean =>
  /^\[(?:redacted|(?:token|pem|redacted|userinfo|name|json):[0-9]{1,8})\]$/.test(text)

const mark = (value: string): string => (value === '' || isMark(value) ? value : removed('redacted', value.length))

function scrubOnce(text: string, names: Names): string {
  let scrubbed = text
  for (const { only, step } of steps) if (only(scrubbed)) scrubbed = step(scrubbed, names)
  return scrubbed
}

function scrubPem(text: string): string {
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

/** `Name: value` of a header in a log line or a message, up to the end of the line. */
const scrubHeaderLines = (text: string): string =>
  text.replace(
    /\b((?:proxy-)?authorization|dpop(?:-nonce)?|(?:set-)?cookie|oauth-client-attestation(?:-pop|-challenge)?)(\s{0,4}:\s{0,4})([^\s][^\r\n]*)/gi,
    (_, name: string, colon: string, value: string) => `${name}${colon}${mark(value)}`,
  )

/** `"name":"value"` of JSON fragments, also with the quotes escaped as inside another string. */
const scrubMembers = (text: string, names: Names): string =>
  text.replace(
    /(\\?["'])([^"'\\\s]{1,64})(\\?["'])(\s{0,8}:\s{0,8})(\\"(?:[^"\\]|\\[^"])*(?:\\")?|"(?:[^"\\]|\\.)*"?|'[^']*'?|-?[0-9][0-9.eE+-]*)/g,
    (whole, open: string, name: string, close: string, colon: string, value: string) =>
      names.isSensitive(name) ? `${open}${name}${close}${colon}${mark(value)}` : whole,
  )

/**
 * `name=value` in queries, fragments and prose; an unquoted value reaches to the next `&`, `#`, quote or white space.
 * The look-behind lets a match begin only where a name begins, which keeps the time linear.
 */
const scrubPairs = (text: string, names: Names): string =>
  text.replace(
    /(?<![^&#?\s"'<>=;,(){}])([^&#?\s"'<>=;,(){}]+)=("[^"]*"?|[^&#\s"'<>]+)/g,
    (whole, name: string, value: string) => (names.isSensitive(name) ? `${name}=${mark(value)}` : whole),
  )

/** Credentials after an authentication scheme; a plain word after one is prose. RFC 9110 section 11.4 */
const scrubSchemes = (text: string): string =>
  text.replace(
    /\b(bearer|dpop|basic)(\s{1,4})([A-Za-z0-9._~+/=-]{8,})(?!["A-Za-z0-9._~+/=-])/gi,
    (whole, scheme: string, space: string, credentials: string) =>
      credentials.length >= 24 || /[0-9]/.test(credentials) ? `${scheme}${space}${mark(credentials)}` : whole,
  )

const scrubUserinfo = (text: string): string =>
  text.replace(/:\/\/([^\s/?#"'<>@]{1,512})@/g, (whole, userinfo: string) =>
    isMark(userinfo) ? whole : `://${removed('userinfo', userinfo.length)}@`,
  )

/** Characters of `dpop`, a space and credentials, less one. */
const shortestScheme = 12
/** Characters of the shortest run in which a token is looked for. */
const tokenRunMin = 20

/** Everything that a token, its padding or its percent-encoding can be made of. */
const scrubTokens = (text: string): string =>
  text.replace(/[A-Za-z0-9_\-.~%+/=]{20,}/g, (run) => {
    const start = startOfToken(run)
    return start < 0 ? run : run.slice(0, start) + removed('token', run.length - start)
  })

/**
 * base64url of `{"`, `{ `, `{` and a line break or tab, `{}` and white space; of `["` for a Disclosure. What could begin
 * hexadecimal digits is none of them: a hash begins with `e30` once in 4,096 times.
 */
const jsonStart = /^(?:ey[A-DI-L]|ew[k-r0-3]|e30[gJKN]|WyJ)/

/** Characters of a part that are decoded; more would not help. */
const decodedMax = 64

/**
 * True where the beginning of a part, decoded, is text without control characters, as JSON is. One nonce or hash in twelve
 * thousand begins like JSON, and of those next to none goes on like text: they are evidence, and stay.
 */
function readsAsText(part: string): boolean {
  const bytes = fromBase64url(part.slice(0, Math.min(decodedMax, part.length - (part.length % 4))))
  if (bytes === null) return true
  try {
    // A character that is cut off at the end is not invalid.
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
    // Glued to something before it, as in `token_eyJ…`.
    const glued = part.indexOf('eyJ')
    if (glued >= 0 && ended && part.length - glued >= 10) return index + glued
  }
  return -1
}

interface Step {
  /** False for text that has not got what the step looks for, as nearly all of our own words: seen without a search. */
  readonly only: (text: string) => boolean
  readonly step: (text: string, names: Names) => string
}

const holds = (part: string) => (text: string) => text.includes(part)

/** What `jsonStart` finds at the beginning of a part, anywhere: no token is in a text without it. */
const maybeJsonStart = /ey[A-DI-L]|ew[k-r0-3]|e30[gJKN]|WyJ/

const steps: readonly Step[] = [
  { only: holds('-----'), step: scrubPem },
  { only: holds(':'), step: scrubHeaderLines },
  { only: holds(':'), step: scrubMembers },
  { only: holds('='), step: scrubPairs },
  { only: (text) => text.length > shortestScheme && /\s/.test(text), step: scrubSchemes },
  { only: holds('@'), step: scrubUserinfo },
  { only: (text) => text.length >= tokenRunMin && maybeJsonStart.test(text), step: scrubTokens },
]
