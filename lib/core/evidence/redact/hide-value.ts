import type { Json, JsonObject } from '../../json'
import { canonicalJson } from './own-members'
import { type Place, type Redaction, within } from './redaction'
import { isGuessableName, plainName } from './sensitive-names'
import { isCompactToken } from './token-text'

/**
 * The shape that stands in place of a sensitive value: that it was there, how long it was and of which type, a keyed
 * fingerprint that shows the same value again, and the decoded view when it is a token. `null` stays `null`.
 */
export function hideValue(name: string, value: Json, place: Place, redaction: Redaction): Json {
  if (value === null) return null
  if (typeof value === 'string') return hideText(name, value, place, redaction)
  if (typeof value !== 'object') return shape(typeof value === 'number' ? 'number' : 'boolean', String(value).length)
  if (Array.isArray(value)) {
    const items = value.map((item, index) => hideValue(name, item, within(place, index), redaction))
    return { ...shape('array', value.length === 0 ? 0 : canonicalJson(value).length), items }
  }
  describeInside(value, place, redaction)
  const text = canonicalJson(value)
  const hidden = shape('object', Object.keys(value).length === 0 ? 0 : text.length)
  return hidden.present && !isGuessableName(name) ? { ...hidden, fingerprint: redaction.fingerprint(text) } : hidden
}

/** hideValue for text. `fingerprinted` is the part that is the secret itself, where more stands around it. */
export function hideText(
  name: string,
  text: string,
  place: Place,
  redaction: Redaction,
  fingerprinted: string | null = text,
): JsonObject {
  const hidden = shape('string', text.length)
  if (text === '') return hidden
  const secret = (fingerprinted ?? text).trim()
  redaction.remember(secret)
  if (fingerprinted !== null && !isGuessableName(name)) hidden.fingerprint = redaction.fingerprint(secret)
  const jwt = isCompactToken(secret) ? redaction.describe(secret, name, place) : null
  if (jwt !== null) hidden.jwt = jwt
  // What we issue says what everybody knows of our test subject; what a wallet sends under this name may be anybody's.
  if (place.ours && plainName(name) === 'credential') redaction.describeCredential(secret, place)
  return hidden
}

/**
 * The shape for a value that is no token but is not known to be harmless either, as a claim that no specification
 * names: without fingerprint, for an equal name or birth date in two sessions must not show.
 */
export function hideUnknown(value: Json): Json {
  if (value === null) return null
  if (typeof value !== 'object') {
    return shape(
      typeof value === 'string' ? 'string' : typeof value === 'number' ? 'number' : 'boolean',
      String(value).length,
    )
  }
  const empty = Object.keys(value).length === 0
  return shape(Array.isArray(value) ? 'array' : 'object', empty ? 0 : canonicalJson(value).length)
}

const shape = (type: 'string' | 'object' | 'array' | 'number' | 'boolean', length: number): JsonObject => ({
  redacted: true,
  present: length > 0,
  length,
  type,
})

/** Tokens inside an object that is replaced whole are still decoded, for the list of the exchange. */
function describeInside(value: Json, place: Place, redaction: Redaction, name = ''): void {
  if (typeof value === 'string') {
    if (isCompactToken(value)) redaction.describe(value, name, place)
    else redaction.remember(value)
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) describeInside(item, within(place, index), redaction, name)
  } else if (value !== null && typeof value === 'object') {
    for (const [member, inner] of Object.entries(value)) {
      describeInside(inner, within(place, member), redaction, member)
    }
  }
}
