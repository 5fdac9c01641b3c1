import type { PausableWork } from '../../../ground/time/pausable-work'
import type { Json, JsonObject } from '../../../ground/values/json'
import { setMember } from '../names/own-members'
import { type Place, within } from '../place'
import type { Redaction } from '../redaction'
import { redactSensitive } from '../values/redact-sensitive'
import { readNested, shownName } from './redact-json'

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
