import { isAsItShould } from '../../engine/deviations/outcome'
import type { StatusHistory } from '../../engine/evidence/session-kind'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import { expectsRefusal, isReported } from '../deviations'
import { deviationOutcome } from '../deviations/outcome'
import type { SessionStatus } from './session-status'

/** A wallet that stopped where it had to, or where nothing says that it must not, has completed its session, even if the session has expired since. */
export function withRefusedAnswer(
  history: StatusHistory<SessionStatus>,
  evidence: IssuanceEvidence,
): StatusHistory<SessionStatus> {
  if (!expectsRefusal(evidence.session) && !isReported(evidence.session)) return history
  const outcome = deviationOutcome(evidence)
  if (outcome === null || outcome.at === null || !isAsItShould('refusal', outcome)) return history
  const { at, exchangeId } = outcome
  const changes = history.changes.filter(({ state }) => state !== 'expired')
  const previousState = changes.at(-1)?.state ?? 'created'
  const cause = evidence.events.findLast((event) => exchangeId !== null && event.exchangeId === exchangeId) ?? null
  return {
    status: 'answer_refused',
    changes: [...changes, { at, previousState, state: 'answer_refused', cause }],
  }
}
