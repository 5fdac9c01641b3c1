import { isRightReaction } from '../../engine/deviations/deviation-outcome'
import type { StatusChange, StatusHistory } from '../../engine/evidence/session-kind'
import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import type { PresentationSession, StoredEvent } from '../../shared/ports/store-types'
import { redirectSeconds } from '../../shared/time/durations'
import { addSeconds } from '../../shared/time/time'
import { expectsRefusal } from '../deviations'
import { deviationOutcome } from '../deviations/verifier-deviation-outcome'
import { isDelivery } from '../history/verifier-history'
import { mustFollow, redirectHistory } from '../read/redirect'

export type PresentationStatus =
  | 'created'
  | 'request_retrieved'
  | 'awaiting_redirect'
  | 'presentation_validated'
  | 'presentation_invalid'
  | 'presentation_captured'
  | 'wallet_error'
  | 'code_received'
  | 'request_refused'
  | 'expired'

/** Status that an event leads to; `null` for no change. */
function leadsTo(
  { type, detail }: StoredEvent,
  session: PresentationSession,
  status: PresentationStatus,
): PresentationStatus | null {
  if (isDelivery({ type })) return 'request_retrieved'
  if (type === 'vp_presentation_response_received') {
    // Accepted, but in an unsupported format.
    if (detail.presentation_valid === null) return 'presentation_captured'
    if (detail.presentation_valid !== true) return 'presentation_invalid'
    return mustFollow(session) ? 'awaiting_redirect' : 'presentation_validated'
  }
  if (type === 'vp_redirect_followed') return status === 'awaiting_redirect' ? 'presentation_validated' : null
  // A refused error response is not the wallet's answer.
  if (type === 'vp_wallet_error_received') return detail.consumed === true ? 'wallet_error' : 'presentation_invalid'
  return type === 'vp_authorization_code_received' && detail.consumed === true ? 'code_received' : null
}

/**
 * Folds events into status changes. A good response may follow a refused one. A final status stays, except that a
 * presentation waiting for the browser becomes invalid if the browser is late. A session without any response in time
 * ends as `expired`.
 */
export function projectVerifierStatus({
  session,
  events,
  now,
}: PresentationEvidence): StatusHistory<PresentationStatus> {
  const changes: StatusChange<PresentationStatus>[] = []
  let status: PresentationStatus = 'created'
  let ended = false
  for (const event of events) {
    const next = leadsTo(event, session, status)
    const again = next === 'request_retrieved' && status !== 'created'
    const waits = status === 'awaiting_redirect' && event.type === 'vp_redirect_followed'
    if ((ended && !waits) || next === null || again || next === status) {
      ended ||= event.detail.consumed === true
      continue
    }
    changes.push({ at: event.at, previousState: status, state: next, cause: event })
    status = next
    ended ||= event.detail.consumed === true
  }
  const { returnedAt, overdue } = redirectHistory(session, events, now)
  if (status === 'awaiting_redirect' && returnedAt !== null && overdue) {
    const at = addSeconds(returnedAt, redirectSeconds)
    changes.push({ at, previousState: status, state: 'presentation_invalid', cause: null })
    status = 'presentation_invalid'
  }
  // A person may report after expiry, since the wallet keeps showing its message.
  const refusal = !ended && expectsRefusal(session) ? deviationOutcome(session, events, now) : null
  if (refusal !== null && refusal.at !== null && isRightReaction('refusal', refusal)) {
    const cause = events.findLast(({ type }) => refusal.by !== 'silence' && type === 'vp_refusal_reported') ?? null
    changes.push({ at: refusal.at, previousState: status, state: 'request_refused', cause })
    status = 'request_refused'
  }
  if (session.expiresAt <= now && (status === 'created' || status === 'request_retrieved')) {
    changes.push({ at: session.expiresAt, previousState: status, state: 'expired', cause: null })
    status = 'expired'
  }
  return { status, changes }
}
