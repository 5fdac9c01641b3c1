import { ProtocolError } from '../../errors'
import type { RequestContext } from '../../request-context'
import { loadSession } from '../../sessions/load-session'
import type { IssuanceSession } from '../../store-types'

/**
 * The issuance session of the path. Throws `session_not_found`, also for an id that is not a uuid or a presentation's.
 */
export async function requireIssuanceSession({ params, ports }: RequestContext): Promise<IssuanceSession> {
  const session = await loadSession('issuance', params.sessionId ?? '', ports)
  if (session === null)
    throw new ProtocolError('session_not_found', 'No session has this id: create one with POST /sessions.')
  return session
}
