import { shownName } from '../../engine/redaction/message/redact-json'
import { setMember } from '../../engine/redaction/names/own-members'
import type { Redaction } from '../../engine/redaction/redaction'
import { isUnmistakableToken } from '../../engine/redaction/tokens/token-text'
import { redactUnknown } from '../../engine/redaction/values/redact-sensitive'
import { redactVisible } from '../../engine/redaction/values/redact-text'
import type { Json, JsonObject } from '../../shared/values/json'

/** A place in which the peer chose all names. */
const peer = { source: '', ours: false, nesting: 0, namesKinds: false }

/** Maps each member of an object with `show`. Replaces a name that may be personal with its length. */
export function mapMembers(
  members: JsonObject,
  redaction: Redaction,
  show: (name: string, value: Json) => Json,
): JsonObject {
  const result: JsonObject = {}
  for (const [name, value] of Object.entries(members)) {
    setMember(result, shownNameOfPeer(name, redaction), show(name, value))
  }
  return result
}

/** Shows a name that the peer chose. */
export const shownNameOfPeer = (name: string, redaction: Redaction): string => shownName(name, peer, redaction)

/** Longest claim text shown: an issuer, type or hash. */
const charactersMax = 512

/** Shows a text claim that is evidence; redacts values of another type. */
export function showText(value: Json, redaction: Redaction): Json {
  if (typeof value !== 'string' || value.length > charactersMax || isUnmistakableToken(value)) {
    return redactUnknown(value, redaction)
  }
  return redactVisible(value, redaction.profile.names)
}

/** Like `showText`, for one text or a list of texts. */
export const showTexts = (value: Json, redaction: Redaction): Json =>
  Array.isArray(value) ? value.map((item) => showText(item, redaction)) : showText(value, redaction)

/** Shows a number claim that is evidence; redacts values of another type. */
export const showNumber = (value: Json, redaction: Redaction): Json =>
  typeof value === 'number' ? value : redactUnknown(value, redaction)
