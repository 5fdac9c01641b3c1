import type { HeaderField } from '../../../shared/http/exchange'
import type { Json, JsonObject } from '../../../shared/values/json'
import { setMember } from '../names/own-members'
import { type Place, within } from '../place'
import type { Redaction } from '../redaction'
import { redactSensitiveText } from '../values/redact-sensitive'
import { redactText, redactVisible } from '../values/redact-text'
import { redactMember, shownName } from './redact-json'
import { redactUrl } from './redact-url'

/**
 * Headers in which proxies put a client's address. They keep a fingerprint, because it distinguishes the clients of
 * requests without a session.
 */
const addresses = /^forwarded$|forwarded-for$|(^|-)ip$|(external|remote|client)-addr(ess)?$/
/** Our own challenges and lists of header names. They hold no secret. */
const harmless = /^(www-authenticate|proxy-authenticate|access-control-.*)$/
const sensitivePart = /token|secret|assertion|session|auth|cookie|nonce|dpop|attestation|jwt|cert|password|api-?key/
/** Headers whose value is an address. */
const locations = new Set([
  'location',
  'content-location',
  'referer',
  'link',
  'origin',
  'x-original-url',
  'x-rewrite-url',
])

/**
 * Redacts header fields to an object by lower-case name; a repeated name becomes an array in order of arrival. Never
 * throws.
 */
export function redactHeaders(headers: readonly HeaderField[], place: Place, redaction: Redaction): JsonObject {
  const values = new Map<string, string[]>()
  const shownNames = new Map<string, string>()
  for (const [name, value] of headers) {
    const lower = name.toLowerCase()
    const list = values.get(lower)
    if (list) list.push(value)
    else values.set(lower, [value])
    // A token sent as a header name cannot be recognised in lower case, so look at the original.
    const shown = shownName(name, place, redaction)
    if (shown !== name) shownNames.set(lower, shown)
  }
  const result: JsonObject = {}
  for (const [name, list] of values) {
    const shown = shownNames.get(name) ?? shownName(name, place, redaction)
    const redacted = list.map((value, index) => {
      const at = within(place, shown)
      return redactHeader(name, value, list.length === 1 ? at : within(at, index), redaction)
    })
    setMember(result, shown, redacted.length === 1 ? (redacted[0] ?? null) : redacted)
  }
  return result
}

function redactHeader(name: string, value: string, place: Place, redaction: Redaction): Json {
  if (name === 'authorization' || name === 'proxy-authorization')
    return redactCredentials(name, value, place, redaction)
  if (harmless.test(name)) return redactVisible(value, redaction.profile.names)
  if (addresses.test(name) || redaction.profile.names.isSensitive(name) || sensitivePart.test(name))
    return redactSensitiveText(name, value, place, redaction)
  if (name === 'user-agent') return redactText(value, redaction.profile.names)
  if (locations.has(name)) return redactUrl(value, redaction.profile.names)
  return redactMember(name, value, place, redaction)
}

/**
 * `scheme credentials`: fingerprints only the credentials, so that the fingerprint equals that of the access token in
 * the answer that issued it. RFC 9110 section 11.4
 */
function redactCredentials(name: string, value: string, place: Place, redaction: Redaction): JsonObject {
  const match = /^\s*(dpop|bearer|basic|digest)\s+(.*)$/is.exec(value)
  const [, scheme = '', credentials = ''] = match ?? []
  // Basic carries a password, which gets no fingerprint.
  const secret = match ? credentials : value
  const redacted = redactSensitiveText(name, value, place, redaction, /^(basic|digest)$/i.test(scheme) ? null : secret)
  return match ? { ...redacted, scheme } : redacted
}
