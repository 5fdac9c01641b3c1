import { formPairsMax } from '../../../shared/http/limits'
import { formDecode } from '../../../shared/http/read-form'
import { readJsonText } from '../../../shared/http/read-json'
import { atOnce, type PausableWork } from '../../../shared/time/pausable-work'
import { fromUtf8 } from '../../../shared/values/base64url'
import type { Json, JsonObject } from '../../../shared/values/json'
import type { Names } from '../names/names'
import { isJson, setMember } from '../names/own-members'
import { type Place, within } from '../place'
import type { Redaction } from '../redaction'
import { isCompactToken } from '../tokens/token-text'
import { boundValues } from '../values/bound-json'
import { redactSensitiveText, redactUnknown } from '../values/redact-sensitive'
import { redactVisible } from '../values/redact-text'
import { memberInSteps, shownName } from './redact-json'

/** Replaces the name of a piece that has none. */
const unnamed = '(unnamed)'

/**
 * Redacts a query or a form body to an object by decoded name; a repeated name becomes an array. A piece without `=`
 * may be a value that lost its name, so it is redacted whole. Never throws.
 */
export const redactParameters = (text: string, place: Place, redaction: Redaction): JsonObject =>
  atOnce(parametersInSteps(text, place, redaction))

/** `redactParameters` in steps, like memberInSteps. */
function* parametersInSteps(text: string, place: Place, redaction: Redaction): PausableWork<JsonObject> {
  const pieces = text.split('&', formPairsMax + 1).filter((piece) => piece !== '')
  const values = new Map<string, Json[]>()
  for (const piece of pieces.slice(0, formPairsMax)) {
    const [name, value] = yield* redactPiece(piece, place, redaction)
    const list = values.get(name)
    if (list) list.push(value)
    else values.set(name, [value])
  }
  const result: JsonObject = {}
  for (const [name, [first, ...more]] of values) {
    if (first !== undefined) setMember(result, name, more.length === 0 ? first : [first, ...more])
  }
  if (pieces.length > formPairsMax) setMember(result, 'truncated', true)
  return result
}

/** True for text that parses as a form with at least one known protocol parameter, whatever type it declares. */
const looksLikeForm = (text: string, names: Names): boolean =>
  /^[^\s=&]+=\S*$/.test(text.trim()) &&
  text.split('&', formPairsMax).some((piece) => {
    const name = formDecode(piece.split('=', 1)[0] ?? '')
    return names.isSensitive(name) || names.isVisible(name)
  })

function* redactPiece(piece: string, place: Place, redaction: Redaction): PausableWork<[string, Json]> {
  const equals = piece.indexOf('=')
  const name = equals < 0 ? '' : formDecode(piece.slice(0, equals))
  const value = formDecode(piece.slice(equals + 1))
  if (name === '') return [unnamed, redactSensitiveText('', value, within(place, unnamed), redaction)]
  const shown = shownName(name, place, redaction)
  return [shown, yield* memberInSteps(name, value, within(place, shown), redaction)]
}

/** A body as received. `bytes` is null if it exceeded the limit and only its length is known. Lengths in bytes. */
export interface BodyInput {
  readonly bytes: Uint8Array | null
  readonly length: number
  readonly contentType: string | null
  /** Its JSON value, if already parsed. */
  readonly json?: Json
}

/**
 * Redacts a body by its content, whatever type it declares: a token, JSON or a form. Anything else is never kept as
 * text, only as `{unparsed, length, content_type}`. `null` for no body. Never throws. Works in steps, like
 * memberInSteps.
 */
export function* redactBody(input: BodyInput, place: Place, redaction: Redaction): PausableWork<Json> {
  if (input.length === 0) return null
  const text = input.bytes && fromUtf8(input.bytes)
  if (text === null) return unparsed(input, redaction.profile.names)
  const mediaType = (input.contentType?.split(';', 1)[0] ?? '').trim().toLowerCase()
  if (/^application\/(?:[\w.-]+\+)?jwt$/.test(mediaType) || isCompactToken(text))
    return redactSensitiveText('', text.trim(), place, redaction)
  const value = input.json ?? parsed(text)
  if (isJson(value)) return yield* redactJson(value, place, redaction)
  if (/^\s*[{["]/.test(text)) return unparsed(input, redaction.profile.names)
  const isForm = mediaType === 'application/x-www-form-urlencoded' || looksLikeForm(text, redaction.profile.names)
  return isForm ? yield* parametersInSteps(text.trim(), place, redaction) : unparsed(input, redaction.profile.names)
}

/** `undefined` for what is not JSON. */
function parsed(text: string): unknown {
  const read = readJsonText(text)
  return read.ok ? read.value : undefined
}

/** Redacts a body that is already a JSON value, in the same steps. */
export function* redactJson(value: Json, place: Place, redaction: Redaction): PausableWork<Json> {
  if (typeof value === 'number') return redactUnknown(value, redaction)
  return yield* memberInSteps('', boundValues(value), place, redaction)
}

/** What to keep of an unreadable body: none of its content. `length` in bytes. */
export const unparsed = (
  { length, contentType }: Pick<BodyInput, 'length' | 'contentType'>,
  names: Names,
): JsonObject => ({
  unparsed: true,
  length,
  content_type: contentType === null ? null : redactVisible(contentType, names).slice(0, 256),
})
