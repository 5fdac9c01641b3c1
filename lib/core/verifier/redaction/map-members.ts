import { shownName } from '../../engine/redaction/message/redact-json'
import { setMember } from '../../engine/redaction/names/own-members'
import type { Redaction } from '../../engine/redaction/redaction'
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
