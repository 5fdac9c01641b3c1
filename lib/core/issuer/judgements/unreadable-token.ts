import { shownName } from '../../engine/judgements/shown'
import type { Unreadable } from '../../ground/jose/read-jwt'
import { quote, say, type Wording } from '../../ground/values/wording'

/** What a finding tells of a token of the wallet that cannot be read. A member that comes twice is told as such, with its name. */
export function unreadableToken(subject: Wording, { reason, repeated }: Unreadable, expected: Wording) {
  if (repeated === null) return { expected, actual: quote(reason) }
  const name = shownName(repeated)
  return {
    expected: say`each name once`,
    actual: say`${name} twice`,
    cause: say`${subject} names ${name} twice`,
    hint: say`Build the JSON from a map, not by joining text: libraries differ in which of two equal names counts.`,
  }
}
