import { readJsonText } from '../../../shared/http/read-json'
import { atOnce, type PausableWork } from '../../../shared/time/pausable-work'
import type { Json, JsonObject } from '../../../shared/values/json'
import { isPrivateJwkMember, plainName } from '../names/names'
import { isJson, setMember } from '../names/own-members'
import { type Place, within } from '../place'
import type { Redaction } from '../redaction'
import { isCompactToken, isUnmistakableToken, looksOpaque } from '../tokens/token-text'
import { boundValues } from '../values/bound-json'
import { isLong, redactSensitive, redactSensitiveText, redactUnknown } from '../values/redact-sensitive'
import { redactText, redactVisible, removed } from '../values/redact-text'
import { looksLikeUrl, redactUrl } from './redact-url'

/** The public members of a JWK. RFC7517-4, RFC7518-6.2.1, RFC7518-6.3.1 */
const publicMembers = [
  'kty',
  'crv',
  'x',
  'y',
  'n',
  'e',
  'kid',
  'alg',
  'use',
  'key_ops',
  'ext',
  'x5t',
  'x5t#S256',
  'x5u',
  'iat',
  'exp',
]

/** True for an object that represents a key, even if its member names are wrongly in upper case. */
export const looksLikeJwk = (value: JsonObject): boolean => {
  const names = new Set(Object.keys(value).map((name) => name.toLowerCase()))
  return names.has('kty') || (names.has('crv') && (names.has('x') || names.has('d')))
}

/** Shown for a person's key: its type, and a fingerprint to recognise it by. */
const kindMembers = ['kty', 'crv', 'alg', 'use', 'key_ops']

/**
 * Shows the public members of a JWK and replaces every other, above all the private ones, with its length. A person's
 * key keeps only its kind and a keyed thumbprint. `ours` is true for a key in our own answer.
 */
export function redactJwk(jwk: JsonObject, ours: boolean, redaction: Redaction): JsonObject {
  const result: JsonObject = {}
  if (redaction.profile.isPersonal && !ours) {
    for (const name of kindMembers) {
      if (Object.hasOwn(jwk, name)) setMember(result, name, redactKeyMember(name, jwk[name] ?? null, redaction))
    }
    return { ...result, thumbprint: redaction.thumbprint(jwk) }
  }
  for (const [name, value] of Object.entries(jwk))
    setMember(result, shownKeyMember(name), redactKeyMember(name, value, redaction))
  return result
}

function redactKeyMember(name: string, value: Json, redaction: Redaction): Json {
  const { names } = redaction.profile
  if (name === 'x5c') return redaction.certificates(value)
  if (!publicMembers.includes(name)) return redactUnknown(value, redaction)
  if (Array.isArray(value))
    return value.map((item) =>
      typeof item === 'string' ? redactVisible(item.slice(0, 64), names) : redactUnknown(item, redaction),
    )
  if (typeof value === 'string')
    return isUnmistakableToken(value) ? redactUnknown(value, redaction) : redactVisible(value, names)
  return typeof value === 'object' ? redactUnknown(value, redaction) : value
}

const shownKeyMember = (name: string): string => (/^[\w#.-]{1,64}$/.test(name) ? name : `[name:${name.length}]`)

/** How many layers of JSON in strings to decode. Anything deeper is replaced as a whole. */
const nestingMax = 3

/**
 * Redacts a JSON value by its own name, by the names inside it and by what its strings look like. Considers own
 * properties only; the reader limits the depth of what comes in.
 */
export const redactMember = (name: string, value: Json, place: Place, redaction: Redaction): Json =>
  atOnce(memberInSteps(name, value, place, redaction))

/** redactMember in steps: each long text ends one. */
export function* memberInSteps(name: string, value: Json, place: Place, redaction: Redaction): PausableWork<Json> {
  const { names, namingKinds, members } = redaction.profile
  const isNested = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (names.isSensitive(name) && !(place.namesKinds && isNested) && !isContainer(name, value, place)) {
    return yield* (members.get(plainName(name)) ?? redactSensitive)(name, value, place, redaction)
  }
  if (plainName(name) === 'x5c' && Array.isArray(value)) return redaction.certificates(value)
  if (typeof value === 'string') {
    const shown = yield* redactTextMember(name, value, place, redaction)
    if (isLong(value)) yield
    return shown
  }
  if (Array.isArray(value)) {
    const [first, second] = value
    if (value.length === 2 && typeof first === 'string' && second !== undefined && names.isSensitive(first))
      return [first, yield* redactSensitive(first, second, within(place, 1), redaction)]
    const items: Json[] = []
    for (const [index, item] of value.entries())
      items.push(yield* memberInSteps(name, item, within(place, index, { namesKinds: false }), redaction))
    return items
  }
  return isNested
    ? yield* redactObject(
        value,
        { ...place, namesKinds: place.namesKinds || (place.ours && namingKinds.has(plainName(name))) },
        redaction,
      )
    : isShown(name, place, redaction) && !isTruthOfPeer(value, place, redaction)
      ? value
      : redactUnknown(value, redaction)
}

/**
 * True for the list `credentials` of our own answer, whose members are redacted by their own names. What the peer sends
 * under this name may be anything.
 */
const isContainer = (name: string, value: Json, place: Place): boolean =>
  place.ours && plainName(name) === 'credentials' && typeof value === 'object' && value !== null

/** Where values are personal, the peer's values are shown only under names known to be harmless. */
const isShown = (name: string, place: Place, { profile }: Redaction): boolean =>
  !profile.isPersonal || place.ours || profile.names.isVisible(name)

/** Where values are personal, `true` and `false` are too: no boolean of the protocol is evidence. */
const isTruthOfPeer = (value: Json, place: Place, { profile }: Redaction): boolean =>
  typeof value === 'boolean' && profile.isPersonal && !place.ours

/** Redacts each member of an object. */
function* redactObject(value: JsonObject, place: Place, redaction: Redaction): PausableWork<JsonObject> {
  if (looksLikeJwk(value)) return redactJwk(value, place.ours, redaction)
  const named = nameInside(value, redaction)
  const result: JsonObject = {}
  for (const [name, member] of Object.entries(value)) {
    // Members may be undefined; JSON leaves those out.
    if (member === undefined) continue
    const shown = shownName(name, place, redaction)
    const isItsValue = named !== null && valueMembers.has(plainName(name))
    setMember(result, shown, yield* memberInSteps(isItsValue ? named : name, member, within(place, shown), redaction))
  }
  return result
}

/** Members that name the value next to them: `{"name":"code","value":"…"}`. */
const nameMembers: ReadonlySet<string> = new Set(['name', 'key', 'field', 'param', 'parameter', 'header'])

const valueMembers: ReadonlySet<string> = new Set(['value', 'val', 'values', 'content', 'data', 'text'])

/** The sensitive name by which an object labels its own value; `null` if there is none. */
function nameInside(value: JsonObject, { profile }: Redaction): string | null {
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'string' && nameMembers.has(plainName(name)) && profile.names.isSensitive(member))
      return member
  }
  return null
}

/**
 * How a name is shown. One that may itself be a secret, sent in place of a name, is replaced with its length, even if
 * it ends like the name of a secret. So is an address where values are personal: `{"anna@example.org": true}`.
 */
export function shownName(name: string, place: Place, redaction: Redaction): string {
  const { names, isPersonal } = redaction.profile
  if (names.isVisible(name)) return name
  if (names.isSensitive(name) && name.length <= 64 && /^[\w%.:+[\]-]*$/.test(name) && !looksOpaque(name)) return name
  if (!place.ours) redaction.nameOfPeer(name)
  const isLong = name.length > 64
  const plain = isLong && !place.ours ? '' : redactVisible(name, names)
  if (place.ours) return plain
  const isHarmless = /^[\w%.:+#/@$~ [\]-]*$/.test(name) && !(isPersonal && name.includes('@'))
  if (!isLong && isHarmless && !looksOpaque(name) && plain === name) return name
  // A finding may repeat the name.
  redaction.remember(name)
  return removed('name', name.length)
}

function* redactTextMember(name: string, text: string, place: Place, redaction: Redaction): PausableWork<Json> {
  const { names, texts } = redaction.profile
  const visible = names.isVisible(name)
  if (visible ? isUnmistakableToken(text) : isCompactToken(text))
    return redactSensitiveText(name, text, place, redaction)
  if (isPrivateJwkMember(name) && text.length >= 16) return redactUnknown(text, redaction)
  if (name === '' && !place.ours) return redactSensitiveText(name, text, place, redaction)
  if (plainName(name) === 'sub' && text.includes('@')) return redactUnknown(text, redaction)
  if (/^\s*[{[]/.test(text) && !place.ours) return yield* redactNested(name, text, place, redaction)
  // Do not remember it as a secret: it may be a public hash that the exchange shows elsewhere under its right name.
  if (!visible && !place.ours && looksOpaque(text))
    return redactSensitiveText(name, text, place, { ...redaction, remember: () => {} })
  const showText = texts.get(plainName(name))
  if (showText !== undefined) return showText(text)
  if (!isShown(name, place, redaction)) return redactUnknown(text, redaction)
  if (looksLikeUrl(text)) return redactUrl(text, names)
  return visible || place.ours ? redactVisible(text, names) : redactText(text, names)
}

/** Shows JSON that came as text, e.g. `authorization_details` in a form, as a JSON value. */
function* redactNested(name: string, text: string, place: Place, redaction: Redaction): PausableWork<Json> {
  const nested = readNested(text, place, redaction)
  if (nested === null) return redactSensitiveText(name, text, place, redaction)
  return yield* memberInSteps(name, nested, { ...place, nesting: place.nesting + 1 }, redaction)
}

/**
 * The JSON in a string, as the endpoint read it or, failing that, as read now. `null` if it is not JSON or is nested in
 * too many layers of strings.
 */
function readNested(text: string, place: Place, redaction: Redaction): Json | null {
  if (place.nesting >= nestingMax) return null
  const known = redaction.jsonOf(text)
  if (known !== null) return known.value === undefined ? null : boundValues(known.value)
  const read = readJsonText(text)
  return read.ok && isJson(read.value) ? boundValues(read.value) : null
}

/**
 * Shows which members an object has and redacts each value by itself, so that the kinds and number of what was sent stay
 * visible. The object may come as JSON text, as in a form. `null` if the value is anything else.
 */
export function* showMembers({
  value,
  place,
  redaction,
  nameOf,
}: {
  readonly value: Json
  readonly place: Place
  readonly redaction: Redaction
  /** Maps a member to the name by which to redact its value. */
  readonly nameOf: (member: string) => string
}): PausableWork<JsonObject | null> {
  const object = asValue(value, place, redaction)
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return null
  const result: JsonObject = {}
  for (const [member, inner] of Object.entries(object)) {
    const shown = shownName(member, place, redaction)
    setMember(result, shown, yield* redactSensitive(nameOf(member), inner, within(place, shown), redaction))
  }
  return result
}

/** Parses JSON text; returns any other value as it is. */
export const asValue = (value: Json, place: Place, redaction: Redaction): Json =>
  typeof value === 'string' ? (readNested(value, place, redaction) ?? value) : value
