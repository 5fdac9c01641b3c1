import { shownName } from '../../engine/redaction/message/redact-json'
import { setMember } from '../../engine/redaction/names/own-members'
import type { Redaction } from '../../engine/redaction/redaction'
import type { Json, JsonObject } from '../../ground/values/json'

/** Where the peer's names stand: none of them is ours. */
const peer = { source: '', ours: false, nesting: 0, namesKinds: false }

/** Shows each member of an object in its own way, under its name or, where that may be personal, its length. */
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

/** A name that the peer chose, as it is shown. */
export const shownNameOfPeer = (name: string, redaction: Redaction): string => shownName(name, peer, redaction)
