import { plain } from '../../engine/endpoints/endpoint'
import { redirectReply } from '../../ground/http/reply'
import { ProtocolError } from '../../ground/ports/errors'
import { presentationDeeplink } from '../read/request/verifier-link'
import { requirePathSession } from './path-session'

/**
 * `GET /openid4vp/sessions/{sessionId}/open`: leads to the link of the session as long as it opens a wallet, for a QR code that
 * cannot hold it. It leads nowhere else, as often as it is asked: whoever knows the session can fetch its request too.
 */
export const openPresentation = plain(async (context) => {
  const session = await requirePathSession(context)
  if (session.expiresAt <= context.exchange.at)
    throw new ProtocolError('session_expired', 'The link of this session has expired: create a new session.')
  return { reply: redirectReply(presentationDeeplink(session, context)) }
})
