import { asValue, redactJwk } from '../../engine/redaction/message/redact-json'
import { looksLikeUrl, redactUrl } from '../../engine/redaction/message/redact-url'
import type { Names } from '../../engine/redaction/names/names'
import type { MemberDescriber, Redaction } from '../../engine/redaction/redaction'
import { looksOpaque } from '../../engine/redaction/tokens/token-text'
import { redactPersonal, redactUnknown } from '../../engine/redaction/values/redact-sensitive'
import { redactText, removed } from '../../engine/redaction/values/redact-text'
import { isObject, type Json, type JsonObject } from '../../shared/values/json'
import { mapMembers } from './show-text'

/** Characters read of a wallet's free text. Fewer are kept, see finishStrings. */
const readMax = 8192

/**
 * Free text from a wallet, mainly `error_description`, without tokens, e-mail addresses, DIDs, and numbers as long as
 * dates, phone or document numbers.
 */
export const walletText = (text: string, names: Names): string =>
  redactPersonal(redactText(text.slice(0, readMax), names)).replace(longNumbers, redactOne)

/** Six or more digits with at most two separators between neighbours; never the length in a removal mark. */
const longNumbers = /(?<![[:\d])\+?\d(?:[ ./()-]{0,2}\d){5,40}/g

const redactOne = (found: string): string => removed('redacted', found.length)

/** A URL from a wallet, `error_uri` or its issuer. Query and fragment are removed. */
export function walletAddress(address: string, names: Names): string {
  const text = address.slice(0, readMax)
  const end = text.search(/[?#]/)
  const segments = (end < 0 ? text : text.slice(0, end)).split('/')
  const place = segments.map((segment) => walletText(segment, names)).join('/')
  return end < 0 ? place : `${place}${text[end]}${removed('redacted', text.length - end - 1)}`
}

/** Members that list algorithms, types and modes by name. OID4VP-10, RFC8414-2 */
const listsOfNames = new Set([
  'authorization_encryption_alg_values_supported',
  'authorization_encryption_enc_values_supported',
  'authorization_signing_alg_values_supported',
  'client_id_prefixes_supported',
  'client_id_schemes_supported',
  'encrypted_response_enc_values_supported',
  'id_token_signing_alg_values_supported',
  'id_token_types_supported',
  'request_object_encryption_alg_values_supported',
  'request_object_encryption_enc_values_supported',
  'request_object_signing_alg_values_supported',
  'response_modes_supported',
  'response_types_supported',
  'subject_syntax_types_supported',
])

const addresses = new Set(['authorization_endpoint', 'issuer', 'jwks_uri'])

/** Members of a `vp_formats_supported` entry. OID4VP-B */
const formatMember = /^(?:[a-z-]{1,32}_)?(?:alg|alg_values|cryptosuite_values|proof_type_values)$/

/** Describes a wallet's capabilities. Hides everything except names of algorithms and formats, and service URLs. */
export const describeWalletMetadata: MemberDescriber = function* (_, value, place, redaction) {
  const metadata = asValue(value, place, redaction)
  if (!isJsonObject(metadata)) return redactUnknown(metadata, redaction)
  return mapMembers(metadata, redaction, (name, member) => {
    if (listsOfNames.has(name)) return showNames(member, redaction)
    if (addresses.has(name)) return showAddress(member, redaction)
    if (name === 'vp_formats_supported' || name === 'vp_formats') return showFormats(member, redaction)
    return name === 'jwks' ? showKeys(member, redaction) : redactUnknown(member, redaction)
  })
}

const showFormats = (value: Json, redaction: Redaction): Json =>
  eachMember(value, redaction, (_, format) =>
    eachMember(format, redaction, (name, member) =>
      formatMember.test(name) ? showNames(member, redaction) : redactUnknown(member, redaction),
    ),
  )

const showKeys = (value: Json, redaction: Redaction): Json =>
  eachMember(value, redaction, (name, member) =>
    name === 'keys' && Array.isArray(member)
      ? member.map((key) => (isJsonObject(key) ? redactJwk(key, false, redaction) : redactUnknown(key, redaction)))
      : redactUnknown(member, redaction),
  )

const showNames = (value: Json, redaction: Redaction): Json =>
  Array.isArray(value) ? value.map((item) => showName(item, redaction)) : showName(value, redaction)

/** Shows a word, or the number of a COSE algorithm. */
const showName = (value: Json, redaction: Redaction): Json =>
  (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 100_000) ||
  (typeof value === 'string' && /^[\w.:+/-]{1,64}$/.test(value) && !looksOpaque(value))
    ? value
    : redactUnknown(value, redaction)

const showAddress = (value: Json, redaction: Redaction): Json =>
  typeof value === 'string' && looksLikeUrl(value)
    ? redactUrl(value, redaction.profile.names)
    : redactUnknown(value, redaction)

const eachMember = (value: Json, redaction: Redaction, show: (name: string, member: Json) => Json): Json =>
  isJsonObject(value) ? mapMembers(value, redaction, show) : redactUnknown(value, redaction)

const isJsonObject = (value: Json): value is JsonObject => isObject(value)
