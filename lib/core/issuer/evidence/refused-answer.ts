import type { StatusHistory } from '../../engine/evidence/session-kind'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import { faultOf } from '../deviations'
import { faultResult, isAsItShould } from '../deviations/fault-outcome'
import type { SessionStatus } from './session-status'

/** A wallet that stopped where it had to has completed its session, even if the session has expired since. */
export function withRefusedAnswer(
  history: StatusHistory<SessionStatus>,
  evidence: IssuanceEvidence,
): StatusHistory<SessionStatus> {
  const fault = faultOf(evidence.session)
  const result = faultResult(evidence)
  if (fault?.expects !== 'refusal' || result === null || result.at === null || !isAsItShould(fault, result))
    return history
  const { at, exchange } = result
  const changes = history.changes.filter(({ state }) => state !== 'expired')
  const previousState = changes.at(-1)?.state ?? 'created'
  const cause = evidence.events.findLast(({ exchangeId }) => exchange !== null && exchangeId === exchange.id) ?? null
  return {
    status: 'answer_refused',
    changes: [...changes, { at, previousState, state: 'answer_refused', cause }],
  }
}
