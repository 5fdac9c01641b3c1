import type { RequestContext } from '../../../engine/endpoints/request-context'
import { loadSession } from '../../../engine/sessions/load-session'
import { ProtocolError } from '../../../ground/ports/errors'
import type { IssuanceSession } from '../../../ground/ports/store-types'

/** The error for an unknown session id. */
export const sessionNotFound = (): ProtocolError =>
  new ProtocolError('session_not_found', 'No session has this id: create one with POST /sessions.')

/**
 * The issuance session of the path. Throws `session_not_found`, also if the id is not a UUID or belongs to a
 * presentation.
 */
export async function requireIssuerSession({ params, ports }: RequestContext): Promise<IssuanceSession> {
  const session = await loadSession('issuance', params.sessionId ?? '', ports)
  if (session === null) throw sessionNotFound()
  return session
}
