import type { SessionStatus } from '@/lib/core/evidence/issuance/session-status'
import type { IssuanceSessionView } from '@/lib/core/evidence/session-view'

/** Seconds after the last exchange of a finished flow in which a wallet may still send something. */
const quietSeconds = 30
/** Seconds that an access token lives: a session with one goes on after its offer has ended. */
const tokenSeconds = 600

/**
 * In which of its lives a session is. `created`: nothing has arrived. `running`: the flow is under way.
 * `refused`: the last step was refused, the wallet may still try again. `issued`, `failed`, `expired`: it is over;
 * `unreached`: it is over, and no wallet ever came.
 */
export type SessionPhase = 'created' | 'running' | 'refused' | 'issued' | 'failed' | 'expired' | 'unreached'

type SessionFacts = Pick<IssuanceSessionView, 'status' | 'expires_at' | 'exchanges' | 'contact'>

const phases: Record<SessionStatus, SessionPhase> = {
  created: 'running',
  offer_retrieved: 'running',
  authorization_requested: 'running',
  authorization_in_progress: 'running',
  authorization_denied: 'refused',
  authorization_granted: 'running',
  token_requested: 'refused',
  token_issued: 'running',
  credential_requested: 'refused',
  credential_issued: 'issued',
  credential_accepted: 'issued',
  credential_rejected: 'failed',
  error: 'failed',
  expired: 'expired',
}

/** Reads the phase. A session by value stays `created` while its metadata is read; its exchanges say more. */
export function sessionPhase({ status, contact }: Pick<SessionFacts, 'status' | 'contact'>): SessionPhase {
  if (contact.reached) return phases[status]
  return status === 'expired' ? 'unreached' : status === 'created' ? 'created' : phases[status]
}

/** True once nothing more can happen in a session. */
export const isOver = (phase: SessionPhase): boolean =>
  phase === 'issued' || phase === 'failed' || phase === 'expired' || phase === 'unreached'

/** When a client refused our certificate, if no wallet came and it was in the time of this session; else `null`. */
export function refusedWithin(
  { contact, created_at, expires_at }: Pick<IssuanceSessionView, 'contact' | 'created_at' | 'expires_at'>,
  refusedAt: number | null,
): number | null {
  const within = refusedAt !== null && refusedAt >= Date.parse(created_at) && refusedAt <= Date.parse(expires_at)
  return within && !contact.reached ? refusedAt : null
}

/** Milliseconds after `now` for which new exchanges are still worth asking for; 0 when the session is over. */
export function liveForMillis(session: SessionFacts, now: number): number {
  const phase = sessionPhase(session)
  if (phase === 'expired' || phase === 'unreached') return 0
  const last = session.exchanges.at(-1)
  const lastAt = last === undefined ? now : Date.parse(last.at)
  const isOver = phase === 'issued' || phase === 'failed'
  const end = isOver
    ? lastAt + quietSeconds * 1000
    : Math.max(Date.parse(session.expires_at), lastAt + tokenSeconds * 1000)
  return Math.max(0, end - now)
}
