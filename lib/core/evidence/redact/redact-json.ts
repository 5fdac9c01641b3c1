import { readJsonText } from '../../http/read-json'
import type { Json, JsonObject } from '../../json'
import { hideText, hideUnknown, hideValue } from './hide-value'
import { isJson, setMember } from './own-members'
import { looksLikeJwk, redactJwk } from './redact-jwk'
import { looksLikeUrl, redactUrl } from './redact-url'
import { type Place, type Redaction, within } from './redaction'
import { removed, scrubText, scrubVisible } from './scrub-text'
import { isPrivateJwkMember, isSensitiveName, isVisibleName, plainName } from './sensitive-names'
import { isCompactToken, isUnmistakableToken, looksOpaque } from './token-text'

/** JSON inside a string inside JSON …: deeper is replaced whole. */
const nestingMax = 3
/** A key attestation's event description is text of the wallet. */
const eventDescriptionCharactersMax = 512
/** Under these names, in what we send, members are called after kinds of grants or proofs; an object there is no secret. */
const namingKinds = new Set(['grants', 'prooftypessupported'])

/**
 * Redacts any JSON value that stands under a name, by that name, by the names inside it and by what its strings look
 * like. Own members only; the depth of what comes in is bounded by the reader.
 */
export function redactMember(name: string, value: Json, place: Place, redaction: Redaction): Json {
  const isNested = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (isSensitiveName(name) && !(place.namesKinds && isNested)) return hideSensitive(name, value, place, redaction)
  if (plainName(name) === 'x5c' && Array.isArray(value)) return redaction.certificates(value)
  if (typeof value === 'string') return redactText(name, value, place, redaction)
  if (Array.isArray(value)) {
    return value.map((item, index) => redactMember(name, item, within(place, index, { namesKinds: false }), redaction))
  }
  return isNested
    ? redactObject(
        value,
        { ...place, namesKinds: place.namesKinds || (place.ours && namingKinds.has(plainName(name))) },
        redaction,
      )
    : value
}

/** Redacts each member of an object. */
function redactObject(value: JsonObject, place: Place, redaction: Redaction): JsonObject {
  if (looksLikeJwk(value)) return redactJwk(value, redaction)
  const result: JsonObject = {}
  for (const [name, member] of Object.entries(value)) {
    const shown = shownName(name, place)
    setMember(result, shown, redactMember(name, member, within(place, shown), redaction))
  }
  return result
}

/** A name as it is shown: one that could be a secret itself, sent in the place of a name, gives way to its length. */
export function shownName(name: string, place: Place): string {
  if (isVisibleName(name) || (isSensitiveName(name) && name.length <= 64 && /^[\w%.:+[\]-]*$/.test(name))) return name
  const plain = scrubVisible(name)
  if (place.ours) return plain
  return name.length <= 64 && /^[\w%.:+#/@$~ [\]-]*$/.test(name) && !looksOpaque(name) && plain === name
    ? name
    : removed('name', name.length)
}

/** `proofs` keeps its inner shape, so that kind and number of proofs stay countable; everything else goes whole. */
function hideSensitive(name: string, value: Json, place: Place, redaction: Redaction): Json {
  if (plainName(name) !== 'proofs') return hideValue(name, value, place, redaction)
  const proofs = typeof value === 'string' ? (readNested(value, place) ?? value) : value
  if (typeof proofs !== 'object' || proofs === null || Array.isArray(proofs))
    return hideValue(name, proofs, place, redaction)
  const result: JsonObject = {}
  for (const [type, proof] of Object.entries(proofs)) {
    const shown = shownName(type, place)
    setMember(result, shown, hideValue(type, proof, within(place, shown), redaction))
  }
  return result
}

function redactText(name: string, text: string, place: Place, redaction: Redaction): Json {
  const visible = isVisibleName(name)
  if (visible ? isUnmistakableToken(text) : isCompactToken(text)) return hideText(name, text, place, redaction)
  if (isPrivateJwkMember(name) && text.length >= 16) return hideUnknown(text)
  if (name === '' && !place.ours) return hideText(name, text, place, redaction)
  if (plainName(name) === 'sub' && text.includes('@')) return hideUnknown(text)
  if (/^\s*[{[]/.test(text) && !place.ours) return redactNested(name, text, place, redaction)
  // Not remembered as a secret: it may as well be a public hash that stands elsewhere under its right name.
  if (!visible && !place.ours && looksOpaque(text))
    return hideText(name, text, place, { ...redaction, remember: () => {} })
  if (plainName(name) === 'eventdescription') {
    return scrubText(text)
      .slice(0, eventDescriptionCharactersMax)
      .replace(/[^ -~]/g, '?')
  }
  if (looksLikeUrl(text)) return redactUrl(text)
  return visible || place.ours ? scrubVisible(text) : scrubText(text)
}

/** JSON that came as text, e.g. `authorization_details` in a form, is shown as the value it is. */
function redactNested(name: string, text: string, place: Place, redaction: Redaction): Json {
  const nested = readNested(text, place)
  if (nested === null) return hideText(name, text, place, redaction)
  return redactMember(name, nested, { ...place, nesting: place.nesting + 1 }, redaction)
}

function readNested(text: string, place: Place): Json | null {
  if (place.nesting >= nestingMax) return null
  const read = readJsonText(text)
  return read.ok && isJson(read.value) ? read.value : null
}
