import type { Json, JsonObject } from '../../../shared/values/json'
import { looksLikeJwk, redactJwk, redactMember, shownName } from '../message/redact-json'
import { plainName } from '../names/names'
import { setMember } from '../names/own-members'
import { type Place, within } from '../place'
import type { Redaction } from '../redaction'
import { redactSensitiveText, redactUnknown } from '../values/redact-sensitive'
import { type ReadToken, readTokenPart } from './read-token'

/**
 * The header of a compact token, as the endpoint read it or, failing that, as read now; `null` if it is not a JSON
 * object.
 */
export const tokenHeader = (token: string, redaction: Redaction): JsonObject | null =>
  readOf(token, redaction)?.header ?? readTokenPart(token.split('.', 1)[0] ?? '')

/** The claims of a signed compact token, from the same source. */
export const tokenClaims = (token: string, redaction: Redaction): JsonObject | null =>
  readOf(token, redaction)?.claims ?? readTokenPart(token.split('.', 2)[1] ?? '')

/** The result of verifying a token. */
export const tokenSignature = (token: string, redaction: Redaction): ReadToken['signature'] =>
  readOf(token, redaction)?.signature ?? 'unchecked'

/** Looks an SD-JWT up by its issuer-signed part. RFC9901-4 */
const readOf = (token: string, redaction: Redaction): ReadToken | null =>
  redaction.tokenOf(token) ?? redaction.tokenOf(token.split('~', 1)[0] ?? '')

/** Header parameters that are evidence and shown unchanged. RFC7515-4.1, RFC7516-4.1, RFC7518-4 */
const shown = new Set([
  'typ',
  'cty',
  'alg',
  'enc',
  'zip',
  'kid',
  'crit',
  'b64',
  'x5t',
  'x5t#S256',
  'x5u',
  'jku',
  'iss',
  'vctm',
])

/**
 * The JOSE header as evidence shows it: only public members of keys, facts about certificates, nested tokens decoded.
 */
export function redactJoseHeader(header: JsonObject, place: Place, redaction: Redaction): JsonObject {
  const result: JsonObject = {}
  for (const [name, value] of Object.entries(header)) {
    const label = shownName(name, { ...place, ours: false }, redaction)
    setMember(result, label, redactParameter(name, value, within(place, label, { ours: false }), redaction))
  }
  return result
}

function redactParameter(name: string, value: Json, place: Place, redaction: Redaction): Json {
  if (name === 'x5c') return redaction.certificates(value)
  if (isObjectOf(value) && name === 'jwk') return redactJwk(value, false, redaction)
  if (isObjectOf(value) && name === 'epk') return withoutCoordinates(value, redaction)
  if (redaction.profile.names.isSensitive(name)) return redactMember(name, value, place, redaction)
  if (plainName(name) === 'trustchain' && Array.isArray(value)) {
    return value.map((item, index) =>
      typeof item === 'string'
        ? redactSensitiveText('', item, within(place, index), redaction)
        : redactUnknown(item, redaction),
    )
  }
  if (!shown.has(name) || (isObjectOf(value) && !looksLikeJwk(value))) return redactUnknown(value, redaction)
  return redactMember(name, value, place, redaction)
}

const isObjectOf = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Shows the kind of the ephemeral key. Its coordinates mean nothing to a reader. */
const withoutCoordinates = (epk: JsonObject, redaction: Redaction): JsonObject =>
  Object.fromEntries(
    Object.entries(epk)
      .filter(([name]) => name === 'kty' || name === 'crv')
      .map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, 32) : redactUnknown(value, redaction)]),
  )
