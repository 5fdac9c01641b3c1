import type { Finding } from '../../finding'
import type { Json, JsonObject } from '../../json'
import { finishStrings } from './finish-strings'
import { setMember } from './own-members'
import { scrubVisible } from './scrub-text'

/**
 * The net below the checks: each is to name no secret in what it expected and saw, and this takes out what one did name
 * after all, by what text looks like and by the secrets found in the exchange itself. Names are no reason here, for
 * `{ state: 'absent' }` is a check's own word.
 */
export const scrubFinding = (finding: Finding, secrets: ReadonlySet<string>): Finding => ({
  ...finding,
  // A wallet may answer under an id of its own making.
  ...(finding.subject === undefined
    ? {}
    : { subject: { ...finding.subject, queryId: String(scrub(finding.subject.queryId, secrets)) } }),
  expected: scrub(finding.expected, secrets),
  actual: scrub(finding.actual, secrets),
  hint: finding.hint === null ? null : String(scrub(finding.hint, secrets)),
})

const scrub = (value: Json, secrets: ReadonlySet<string>): Json => finishStrings(scrubStrings(value), secrets)

function scrubStrings(value: Json): Json {
  if (typeof value === 'string') return scrubVisible(value)
  if (Array.isArray(value)) return value.map(scrubStrings)
  if (typeof value !== 'object' || value === null) return value
  const result: JsonObject = {}
  for (const [name, member] of Object.entries(value)) setMember(result, scrubVisible(name), scrubStrings(member))
  return result
}
