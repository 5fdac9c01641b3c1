import type { Step } from '../../engine/evidence/session-kind'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import { deviationOf } from '../deviations'
import { deviationOutcome } from '../deviations/outcome'

/** The step for the wallet's reaction to a deviation, once it is decided. */
export function deviationSteps(evidence: IssuanceEvidence): readonly Step[] {
  const deviation = deviationOf(evidence.session)
  const outcome = deviationOutcome(evidence)
  if (deviation === null || outcome === null || outcome.at === null) return []
  const { at, did, seen, exchangeId } = outcome
  return [{ at, type: 'fault_result', detail: { fault: deviation.id, outcome: did, seen }, exchangeId }]
}
