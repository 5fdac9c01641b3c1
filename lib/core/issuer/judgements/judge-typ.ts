import { type Outcome, pass, tolerated, violated } from '../../engine/checks/check'
import { shown } from '../../engine/judgements/shown'
import type { Wording } from '../../ground/values/wording'
import { quote } from '../../ground/values/wording'

/**
 * Judges the `typ` header parameter. A media type may have the prefix `application/` (RFC7515-4.1.9). A different
 * letter case means the same media type but is not what the specifications use, so it is tolerated.
 */
export function judgeTyp(actual: unknown, expected: Wording, hint?: Wording): Outcome {
  const mismatch = { expected, actual: shown(actual), ...(hint === undefined ? {} : { hint }) }
  if (typeof actual !== 'string') return violated(mismatch)
  const bare = actual.replace(/^application\//i, '')
  const wanted = expected.toString()
  if (bare === wanted) return pass(quote(actual))
  return bare.toLowerCase() === wanted ? tolerated(mismatch) : violated(mismatch)
}
