import type { Step } from '../../engine/evidence/session-kind'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import { faultOf } from '../deviations'
import { faultResult } from '../deviations/fault-outcome'

/** The outcome of a session with a fault, once it is decided. */
export function faultSteps(evidence: IssuanceEvidence): readonly Step[] {
  const fault = faultOf(evidence.session)
  const result = faultResult(evidence)
  if (fault === null || result === null || result.at === null) return []
  const { at, outcome, seen, exchange } = result
  return [{ at, type: 'fault_result', detail: { fault: fault.id, outcome, seen }, exchangeId: exchange?.id ?? null }]
}
