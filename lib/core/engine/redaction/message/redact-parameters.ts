import { formDecode } from '../../../ground/http/form-decode'
import { formPairsMax } from '../../../ground/http/limits'
import { atOnce, type PausableWork } from '../../../ground/time/pausable-work'
import type { Json, JsonObject } from '../../../ground/values/json'
import type { Names } from '../names/names'
import { setMember } from '../names/own-members'
import { type Place, within } from '../place'
import type { Redaction } from '../redaction'
import { redactSensitiveText } from '../values/redact-sensitive'
import { memberInSteps, shownName } from './redact-json'

/** Replaces the name of a piece that has none. */
const unnamed = '(unnamed)'

/**
 * Redacts a query or a form body to an object by decoded name; a repeated name becomes an array. A piece without `=`
 * may be a value that lost its name, so it is redacted whole. Never throws.
 */
export const redactParameters = (text: string, place: Place, redaction: Redaction): JsonObject =>
  atOnce(parametersInSteps(text, place, redaction))

/** redactParameters in steps, like memberInSteps. */
export function* parametersInSteps(text: string, place: Place, redaction: Redaction): PausableWork<JsonObject> {
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
export const looksLikeForm = (text: string, names: Names): boolean =>
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
