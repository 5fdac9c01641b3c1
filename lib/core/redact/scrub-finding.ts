import type { Finding } from '../finding'
import type { Json, JsonObject } from '../json'
import type { CollectingRedaction } from './create-redaction'
import { finishStrings, withoutConcealed } from './finish-strings'
import type { Names } from './names'
import { setMember } from './own-members'
import { scrubVisible } from './scrub-text'

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
    : { subject: { ...finding.subject, queryId: String(scrub(finding.subject.queryId, redaction)) } }),
  expected: scrub(finding.expected, redaction),
  actual: scrub(finding.actual, redaction),
  hint: finding.hint === null ? null : String(scrub(finding.hint, redaction)),
})

const scrub = (value: Json, { profile, secrets, concealed }: CollectingRedaction): Json =>
  withoutConcealed(finishStrings(scrubStrings(value, profile.names), secrets), concealed)

function scrubStrings(value: Json, names: Names): Json {
  if (typeof value === 'string') return scrubVisible(value, names)
  if (Array.isArray(value)) return value.map((item) => scrubStrings(item, names))
  if (typeof value !== 'object' || value === null) return value
  const result: JsonObject = {}
  for (const [name, member] of Object.entries(value))
    setMember(result, scrubVisible(name, names), scrubStrings(member, names))
  return result
}
