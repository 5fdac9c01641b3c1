import type { PausableWork } from '../../../shared/time/pausable-work'
import type { Json, JsonObject } from '../../../shared/values/json'
import { plainName } from '../names/names'
import { canonicalJson } from '../names/own-members'
import { type Place, within } from '../place'
import type { Redaction, TokenRule } from '../redaction'
import { isCompactToken } from '../tokens/token-text'
import { removed } from './redact-text'

/** The rule for text that is not a compact token, under a name where such text may still be a token. */
export const otherRuleOf = (rules: readonly TokenRule[], name: string): TokenRule | undefined =>
  rules.find((rule) => rule.describeOther !== undefined && rule.names?.includes(plainName(name)))

/**
 * Replaces a sensitive value by a description: presence, length and type, a keyed fingerprint to recognise it by, and
 * the decoded view of a token. `null` stays `null`. Each long text ends a step.
 */
export function* redactSensitive(name: string, value: Json, place: Place, redaction: Redaction): PausableWork<Json> {
  if (typeof value === 'string') {
    const shown = redactSensitiveText(name, value, place, redaction)
    if (isLong(value)) yield
    return shown
  }
  if (typeof value !== 'object' || value === null) return redactUnknown(value, redaction)
  const text = canonicalJson(value)
  const redacted = redactStructure(value, text, redaction)
  if (Array.isArray(value)) {
    const items: Json[] = []
    for (const [index, item] of value.entries())
      items.push(yield* redactSensitive(name, item, within(place, index), redaction))
    return { ...redacted, items }
  }
  yield* describeInside(value, place, redaction)
  return redacted.present && !redaction.profile.names.isGuessable(name)
    ? { ...redacted, fingerprint: redaction.fingerprint(text) }
    : redacted
}

/** From this length, a text may be a token with thousands of claims, which takes milliseconds to describe. */
const longCharacters = 4096

/** True if a text is costly enough for a step of its own. */
export const isLong = (text: string): boolean => text.length >= longCharacters

/** redactSensitive for text. `fingerprinted` is the secret itself, where the text contains more than that. */
export function redactSensitiveText(
  name: string,
  text: string,
  place: Place,
  redaction: Redaction,
  fingerprinted: string | null = text,
): JsonObject {
  const redacted = shape('string', text.length, redaction)
  if (text === '') return redacted
  const secret = (fingerprinted ?? text).trim()
  redaction.remember(secret)
  if (fingerprinted !== null && !redaction.profile.names.isGuessable(name))
    redacted.fingerprint = redaction.fingerprint(secret)
  const isToken = isCompactToken(secret) || otherRuleOf(redaction.profile.tokens, name) !== undefined
  const jwt = isToken ? redaction.describe(secret, name, place) : null
  // Keep presented values only once, in the decoded list of the exchange.
  if (jwt !== null) redacted.jwt = redaction.profile.isPersonal ? { kind: jwt.kind ?? null } : jwt
  // Our own credentials describe our test subject, which is public. What a wallet sends under this name may describe
  // anybody.
  if (place.ours && plainName(name) === 'credential') redaction.describeIssued(secret, place)
  return redacted
}

/**
 * Describes a value that is no token but may not be harmless, e.g. an undefined claim. Without fingerprint, because
 * nobody should see that two sessions share a name or birth date. `null` stays `null`, except where values are
 * personal.
 */
export function redactUnknown(value: Json, redaction: Redaction): Json {
  if (value === null) return redaction.profile.isPersonal ? shape('null', 4, redaction) : null
  if (typeof value !== 'object') return shape(typeOf(value), String(value).length, redaction)
  return redactStructure(value, canonicalJson(value), redaction)
}

/** @param text - the canonical JSON of the value */
const redactStructure = (value: Json[] | JsonObject, text: string, redaction: Redaction): JsonObject =>
  shape(Array.isArray(value) ? 'array' : 'object', Object.keys(value).length === 0 ? 0 : text.length, redaction)

type ShapeType = 'string' | 'object' | 'array' | 'number' | 'boolean' | 'null'

const typeOf = (value: string | number | boolean): ShapeType =>
  typeof value === 'string' ? 'string' : typeof value === 'number' ? 'number' : 'boolean'

/** The length of a short personal value would reveal it: `true` has four characters, `false` five. */
const shape = (type: ShapeType, length: number, { profile }: Redaction): JsonObject => ({
  redacted: true,
  present: length > 0,
  length: profile.isPersonal && tellsValue(type, length) ? null : length,
  type,
})

/** The length of a list or object reveals its value if that is the only one and short: `[true]` has six characters. */
const tellsValue = (type: ShapeType, length: number): boolean =>
  type === 'boolean' || type === 'null' || length < (type === 'array' || type === 'object' ? 16 : 4)

/** Decodes tokens inside an object that is replaced as a whole, for the list of the exchange. */
function* describeInside(value: Json, place: Place, redaction: Redaction, name = ''): PausableWork<void> {
  if (typeof value === 'string') {
    if (isCompactToken(value)) redaction.describe(value, name, place)
    else redaction.remember(value)
    if (isLong(value)) yield
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* describeInside(item, within(place, index), redaction, name)
  } else if (value !== null && typeof value === 'object') {
    for (const [member, inner] of Object.entries(value)) {
      yield* describeInside(inner, within(place, member), redaction, member)
    }
  }
}

/**
 * Removes what identifies a person from free text, whoever wrote it: e-mail addresses and DIDs. A mark with the length
 * takes their place. Never throws; takes linear time.
 */
export function redactPersonal(text: string): string {
  const withoutMail = text.includes('@') ? text.replace(/[^\s@"'<>()]{1,64}@[^\s@"'<>()]{1,255}/g, redactOne) : text
  return withoutMail.includes(':') ? withoutMail.replace(/\bdid:[a-z0-9]{1,32}:[^\s"'<>()]+/gi, redactOne) : withoutMail
}

const redactOne = (found: string): string => removed('redacted', found.length)
