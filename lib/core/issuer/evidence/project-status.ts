import type { StatusChange, StatusHistory } from '../../engine/evidence/session-kind'
import { expiryOf, sessionEnd } from '../../engine/sessions/session-end'
import type { IssuanceEventType, StoredEventType } from '../../shared/ports/event-type'
import type { IssuanceSession, StoredEvent } from '../../shared/ports/store-types'
import type { EpochMillis } from '../../shared/time/time'

/** Issuance session statuses. `created` is required; the others are ours. */
export const sessionStatuses = [
  'created',
  'offer_retrieved',
  'authorization_requested',
  'authorization_in_progress',
  'authorization_denied',
  'authorization_granted',
  'token_requested',
  'token_issued',
  'credential_requested',
  'credential_deferred',
  'credential_denied',
  'credential_issued',
  'credential_accepted',
  'credential_rejected',
  'answer_refused',
  'error',
  'expired',
] as const

export type SessionStatus = (typeof sessionStatuses)[number]

/** Status that an event leads to; `null` for no change. For notifications see `stateAfter`. */
const leadsTo: Readonly<Record<IssuanceEventType, SessionStatus | null>> = {
  session_created: null,
  laboratory_created: null,
  laboratory_made_room: null,
  client_authentication_observed: null,
  credential_offer_generated: null,
  credential_deeplink_generated: null,
  offer_retrieved: 'offer_retrieved',
  par_received: null,
  par_accepted: 'authorization_requested',
  par_rejected: null,
  authorization_started: 'authorization_in_progress',
  authorization_rejected: null,
  authorization_error_returned: 'authorization_denied',
  chained_token_issued: null,
  authorization_code_issued: 'authorization_granted',
  authorization_details_received: null,
  token_received: null,
  token_rejected: 'token_requested',
  authorization_code_replayed: 'error',
  token_issued: 'token_issued',
  refresh_token_issued: null,
  token_refreshed: null,
  refresh_token_replayed: 'error',
  dpop_nonce_challenged: null,
  nonce_issued: null,
  credential_request_received: null,
  credential_rejected: 'credential_requested',
  credential_issued: 'credential_issued',
  credential_deferred: 'credential_deferred',
  deferred_polled: null,
  deferred_decided: null,
  wallet_jwks_observed: null,
  wallet_jwks_exported: null,
  notification_received: null,
  notification_rejected: null,
  refusal_reported: null,
  credential_asked_back: null,
  request_may_belong: null,
  status_changed: null,
  status_list_retrieved: null,
  wallet_unit_entry_revoked: null,
  wallet_unit_checked: null,
  wallet_unit_revoked: null,
  trust_resource_read: null,
  unexpected_request: null,
}

/**
 * Notifications say whether the wallet accepted the credential (OID4VCI-1FINAL-11.1). A request with an invalid token
 * requested no credential, nor did one that was never judged (`reason`).
 */
const stateAfter = ({ type, detail }: StoredEvent): SessionStatus | null => {
  if (type === 'credential_rejected' && (detail.error === 'invalid_token' || detail.reason !== undefined)) return null
  if (type === 'deferred_polled')
    return detail.result === 'denied' || detail.result === 'lost' ? 'credential_denied' : null
  if (type !== 'notification_received') return isOfIssuance(type) ? leadsTo[type] : null
  return detail.event === 'credential_accepted' ? 'credential_accepted' : 'credential_rejected'
}

/** False for events that never affect an issuance's status. */
const isOfIssuance = (type: StoredEventType): type is IssuanceEventType => Object.hasOwn(leadsTo, type)

/** A redirect with an `error` is a normal response; this is a request that its endpoint failed to answer. */
const isServerError = ({ detail }: StoredEvent): boolean => detail.reason === 'server_error'

/** Statuses that a refused repeat no longer changes. */
const settled: readonly SessionStatus[] = [
  'credential_denied',
  'credential_issued',
  'credential_accepted',
  'credential_rejected',
]

/**
 * Folds events into status changes. A status never goes back; a refused request never overrides a status already
 * reached; a session that issued nothing in time ends as `expired` for good.
 */
export function projectStatus(
  session: IssuanceSession,
  events: readonly StoredEvent[],
  now: EpochMillis,
): StatusHistory<SessionStatus> {
  const current = { status: 'created' as SessionStatus }
  const changes: StatusChange<SessionStatus>[] = []
  const moveTo = (state: SessionStatus, at: EpochMillis, cause: StoredEvent | null) => {
    changes.push({ at, previousState: current.status, state, cause })
    current.status = state
  }
  const end = sessionEnd(session, events)
  for (const event of events) {
    if (event.at >= end) continue
    // The last wrong transaction code ends the offer; a server error also leads to `error`.
    const next = event.detail.attempts_left === 0 || isServerError(event) ? 'error' : stateAfter(event)
    if (next === null) continue
    const restarts = event.type === 'par_accepted' && mayRestart(current.status)
    if (restarts || isForward(current.status, next)) moveTo(next, event.at, event)
  }
  const expired = expiryOf(session, events) <= now && !settled.includes(current.status) && current.status !== 'error'
  if (expired) moveTo('expired', end, null)
  return { status: current.status, changes }
}

/** A new pushed request restarts authorization, from authorization states and after an error. */
const mayRestart = (from: SessionStatus): boolean => from === 'error' || /^authorization_(?!requested)/.test(from)

function isForward(from: SessionStatus, to: SessionStatus): boolean {
  const isLater = sessionStatuses.indexOf(to) > sessionStatuses.indexOf(from)
  if (settled.includes(from)) return settled.includes(to) && isLater
  if (from === 'error') return settled.includes(to)
  return isLater
}
