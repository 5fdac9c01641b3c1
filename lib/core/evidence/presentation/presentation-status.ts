import type { PresentationEvidence } from '../../sessions/session-evidence'
import type { StoredEvent } from '../../store-types'
import type { StatusChange, StatusHistory } from '../session-kind'

/** Where a presentation session stands. */
export type PresentationStatus =
  | 'created'
  | 'request_retrieved'
  | 'presentation_validated'
  | 'presentation_invalid'
  | 'wallet_error'
  | 'code_received'
  | 'expired'

/** The status that an event leads to; `null` for one that leads nowhere. */
function leadsTo({ type, detail }: StoredEvent): PresentationStatus | null {
  if (type === 'vp_request_retrieved') return 'request_retrieved'
  if (type === 'vp_presentation_response_received')
    return detail.presentation_valid === true ? 'presentation_validated' : 'presentation_invalid'
  // An error response that was refused is no word of the wallet's that counts.
  if (type === 'vp_wallet_error_received') return detail.consumed === true ? 'wallet_error' : 'presentation_invalid'
  return type === 'vp_authorization_code_received' ? 'code_received' : null
}

/**
 * Folds the events of a session into its changes of status. A refused answer may be followed by a good one; what ended
 * the session is never left again, whatever comes later. A session without any answer in its time ends as `expired`.
 */
export function projectPresentationStatus({
  session,
  events,
  now,
}: PresentationEvidence): StatusHistory<PresentationStatus> {
  const changes: StatusChange<PresentationStatus>[] = []
  let status: PresentationStatus = 'created'
  let ended = false
  for (const event of events) {
    const next = leadsTo(event)
    const again = next === 'request_retrieved' && status !== 'created'
    if (ended || next === null || again || next === status) {
      ended ||= event.detail.consumed === true
      continue
    }
    changes.push({ at: event.at, previousState: status, state: next, cause: event })
    status = next
    ended = event.detail.consumed === true
  }
  if (session.expiresAt <= now && (status === 'created' || status === 'request_retrieved')) {
    changes.push({ at: session.expiresAt, previousState: status, state: 'expired', cause: null })
    status = 'expired'
  }
  return { status, changes }
}
