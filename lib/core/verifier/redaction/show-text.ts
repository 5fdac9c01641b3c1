import { shownName } from '../../engine/redaction/message/redact-json'
import { setMember } from '../../engine/redaction/names/own-members'
import type { Redaction } from '../../engine/redaction/redaction'
import { isUnmistakableToken } from '../../engine/redaction/tokens/token-text'
import { redactUnknown } from '../../engine/redaction/values/redact-sensitive'
import { redactVisible } from '../../engine/redaction/values/redact-text'
import type { Json, JsonObject } from '../../ground/values/json'

/** A place for names that all come from the peer. */
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

/** How to show a name that the peer chose. */
export const shownNameOfPeer = (name: string, redaction: Redaction): string => shownName(name, peer, redaction)

/** The longest claim text to show: an issuer, a type, a hash. */
const charactersMax = 512

/** Shows a claim that is evidence if it is text, as it should be; redacts anything else. */
export function showText(value: Json, redaction: Redaction): Json {
  if (typeof value !== 'string' || value.length > charactersMax || isUnmistakableToken(value)) {
    return redactUnknown(value, redaction)
  }
  return redactVisible(value, redaction.profile.names)
}

/** showText for a claim that may be one text or a list of texts. */
export const showTexts = (value: Json, redaction: Redaction): Json =>
  Array.isArray(value) ? value.map((item) => showText(item, redaction)) : showText(value, redaction)

/** Shows a claim that is evidence if it is a number, as it should be. */
export const showNumber = (value: Json, redaction: Redaction): Json =>
  typeof value === 'number' ? value : redactUnknown(value, redaction)
