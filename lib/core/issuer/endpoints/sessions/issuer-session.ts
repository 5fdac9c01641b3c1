import type { RequestContext } from '../../../engine/endpoints/request-context'
import { loadSession } from '../../../engine/sessions/load-session'
import { ProtocolError } from '../../../ground/ports/errors'
import type { IssuanceSession } from '../../../ground/ports/store-types'

/** Says that no session has this id. */
export const sessionNotFound = (): ProtocolError =>
  new ProtocolError('session_not_found', 'No session has this id: create one with POST /sessions.')

/**
 * The issuance session of the path. Throws `session_not_found`, also for an id that is not a uuid or a presentation's.
 */
export async function requireIssuerSession({ params, ports }: RequestContext): Promise<IssuanceSession> {
  const session = await loadSession('issuance', params.sessionId ?? '', ports)
  if (session === null) throw sessionNotFound()
  return session
}
