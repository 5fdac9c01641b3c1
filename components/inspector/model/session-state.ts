import type { IssuanceSessionView } from '@/lib/core/evidence/session-view'

/** Seconds after the last exchange of a finished flow in which a wallet may still send something. */
const quietSeconds = 30

/**
 * In which of its lives a session is. `created`: nothing has arrived. `running`: the flow is under way.
 * `refused`: the last step was refused, the wallet may still try again. `issued`, `failed`, `expired`: it is over.
 */
export type SessionPhase = 'created' | 'running' | 'refused' | 'issued' | 'failed' | 'expired'

type SessionFacts = Pick<IssuanceSessionView, 'status' | 'expires_at' | 'exchanges'>

/** Reads the phase at `now` (epoch milliseconds). */
export function sessionPhase({ status, expires_at, exchanges }: SessionFacts, now: number): SessionPhase {
  if (status === 'credential_issued') return 'issued'
  if (status === 'expired' || Date.parse(expires_at) <= now) return 'expired'
  if (status === 'error') return 'failed'
  if (status === 'token_requested' || status === 'credential_requested') return 'refused'
  return exchanges.length === 0 ? 'created' : 'running'
}

/** Milliseconds for which new exchanges are still worth asking for; 0 when the session is over. */
export function liveForMillis(session: SessionFacts, now: number): number {
  const phase = sessionPhase(session, now)
  const untilExpiry = Math.max(0, Date.parse(session.expires_at) - now)
  if (phase === 'expired') return 0
  if (phase !== 'issued' && phase !== 'failed') return untilExpiry
  const last = session.exchanges.at(-1)
  const quietAt = (last === undefined ? now : Date.parse(last.at)) + quietSeconds * 1000
  return Math.max(0, Math.min(quietAt - now, untilExpiry))
}
