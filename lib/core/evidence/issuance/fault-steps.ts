import { faultOf } from '../../oid4vci/faults'
import { faultResult } from '../../oid4vci/faults/fault-outcome'
import type { IssuanceEvidence } from '../../sessions/session-evidence'
import type { Step } from '../session-kind'

/** The outcome of a session with a fault, once it is decided. */
export function faultSteps(evidence: IssuanceEvidence): readonly Step[] {
  const fault = faultOf(evidence.session)
  const result = faultResult(evidence)
  if (fault === null || result === null || result.at === null) return []
  const { at, outcome, seen, exchange } = result
  return [{ at, type: 'fault_result', detail: { fault: fault.id, outcome, seen }, exchangeId: exchange?.id ?? null }]
}
