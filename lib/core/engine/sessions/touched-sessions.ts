import type { SessionId } from '../../shared/ports/ids'
import type { Commit } from '../../shared/ports/store-types'

/** Sessions whose evidence a commit may change, each once. */
export function touchedSessions({ session, exchange, internal = [], events, effects }: Commit): ReadonlySet<SessionId> {
  const touched = new Set<SessionId>()
  if (session) touched.add(session.sessionId)
  for (const { sessionId } of [...(exchange ? [exchange] : []), ...internal, ...events])
    if (sessionId !== null) touched.add(sessionId)
  for (const effect of effects) if (effect.type === 'bind') touched.add(effect.sessionId)
  return touched
}
