import { isTold } from '../deciding-result'
import type { JudgedCase } from './case-verdict'
import type { OfficialCase } from './official-case'

/** Checks that may rest on what somebody saw on the screen of a wallet. */
const ofScreens = ['vp.negative.', 'vci.fault.', 'vp.trust.']

/**
 * Whether a report of what a wallet showed may have decided a case. In a session that ended with one, what other checks
 * saw on the wire is still the machine's.
 */
export function isToldVerdict({
  official,
  judged,
}: {
  readonly official: Pick<OfficialCase, 'checks'>
  readonly judged: Pick<JudgedCase, 'verdict' | 'run' | 'failed'>
}): boolean {
  const { verdict, run, failed } = judged
  if ((verdict !== 'passed' && verdict !== 'failed') || run === null || !isTold(run)) return false
  const deciding = failed === null ? official.checks : [failed]
  return deciding.some((id) => ofScreens.some((start) => id.startsWith(start)))
}
