import type { RequestContext } from '../../engine/endpoints/request-context'
import { loadSession } from '../../engine/sessions/load-session'
import { ProtocolError } from '../../ground/ports/errors'
import type { PresentationSession } from '../../ground/ports/store-types'

/** The presentation session of the path; `null` for an unknown id, an id that is not a UUID, or an issuance session. */
export function pathSession({ params, ports }: RequestContext): Promise<PresentationSession | null> {
  return loadSession('presentation', params.sessionId ?? '', ports)
}

/** The error for an unknown session. */
export const sessionNotFound = (): ProtocolError =>
  new ProtocolError(
    'vp_session_not_found',
    'There is no presentation session here: create one with POST /openid4vp/sessions.',
  )

/** Like `pathSession`, but throws `vp_session_not_found`. */
export async function requirePathSession(context: RequestContext): Promise<PresentationSession> {
  const session = await pathSession(context)
  if (session === null) throw sessionNotFound()
  return session
}
