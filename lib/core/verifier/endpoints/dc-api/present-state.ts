import { plain } from '../../../engine/endpoints/endpoint'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import { jsonReply } from '../../../shared/http/reply'
import type { PresentationSession } from '../../../shared/ports/store-types'
import { verifierHistory } from '../../history/verifier-history'
import { presentUri } from '../../identity/verifier-uris'
import { responseGate } from '../../read/response/response-reading'
import { requirePathSession, sessionNotFound } from '../verifier-session-endpoints'

/**
 * `GET /present/{id}/state`: whether the session has ended, and the next session's page once its campaign has advanced.
 * Contains no evidence, because anybody with the link may ask.
 */
export const readPresentState = plain(async (context) => {
  const session = await requirePathSession(context)
  if (session.dcApi === undefined) throw sessionNotFound()
  return {
    reply: jsonReply(200, {
      ended: await hasEnded(session, context),
      next_page: await nextPage(session, context),
    }),
    sessionId: session.sessionId,
  }
})

async function hasEnded(session: PresentationSession, { exchange, ports }: RequestContext): Promise<boolean> {
  const history = verifierHistory(session, await ports.store.events(session.sessionId), exchange.at)
  return responseGate(history) !== null
}

/** Page of the campaign's newest session with a browser request, if it is newer than this one. */
async function nextPage(
  { sessionId, campaignId, createdAt }: PresentationSession,
  { ports, settings }: RequestContext,
): Promise<string | null> {
  if (campaignId === undefined) return null
  const newest = (await ports.store.campaignSessions(campaignId)).findLast(
    (one) => one.kind === 'presentation' && one.dcApi !== undefined && one.createdAt >= createdAt,
  )
  return newest === undefined || newest.sessionId === sessionId ? null : presentUri(settings.baseUrl, newest.sessionId)
}
