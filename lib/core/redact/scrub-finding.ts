import type { Finding } from '../finding'
import type { Json, JsonObject } from '../json'
import type { CollectingRedaction } from './create-redaction'
import { finishStrings } from './finish-strings'
import type { Names } from './names'
import { setMember } from './own-members'
import { removed, scrubVisible } from './scrub-text'
import { withoutConcealed } from './without-concealed'

/**
 * The net below the checks: each is to name no secret in what it expected and saw, and this takes out what one did name
 * after all, by what text looks like and by the secrets found in the exchange itself. Names are no reason here, for
 * `{ state: 'absent' }` is a check's own word.
 */
export const scrubFinding = (finding: Finding, redaction: CollectingRedaction): Finding => ({
  ...finding,
  // A wallet may answer under an id of its own making.
  ...(finding.subject === undefined
    ? {}
    : { subject: { ...finding.subject, queryId: String(scrubValue(finding.subject.queryId, redaction)) } }),
  expected: scrubValue(finding.expected, redaction),
  actual: scrubValue(finding.actual, redaction),
  hint: finding.hint === null ? null : String(scrubValue(finding.hint, redaction)),
})

/** Takes out of a value what a finding, or an event about a person, is to name no more than a finding is. */
export const scrubValue = (value: Json, { profile, secrets, concealed }: CollectingRedaction): Json =>
  finishStrings(scrubStrings(value, profile.names, concealed), secrets)

function scrubStrings(value: Json, names: Names, concealed: ReadonlySet<string>): Json {
  if (typeof value === 'string') return scrubString(value, names, concealed)
  if (Array.isArray(value)) return value.map((item) => scrubStrings(item, names, concealed))
  if (typeof value !== 'object' || value === null) return value
  const result: JsonObject = {}
  for (const [name, member] of Object.entries(value))
    setMember(result, scrubVisible(name, names), scrubStrings(member, names, concealed))
  return result
}

/** Each of the two would blind the other, were one done after the other: text that holds both kinds goes whole. */
function scrubString(text: string, names: Names, concealed: ReadonlySet<string>): string {
  const scrubbed = scrubVisible(text, names)
  const withoutValues = withoutConcealed(text, concealed)
  if (withoutValues === text) return scrubbed
  return scrubbed === text ? withoutValues : removed('redacted', text.length)
}
