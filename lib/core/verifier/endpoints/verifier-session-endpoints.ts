import { plain } from '../../engine/endpoints/endpoint'
import { exchangesAfter } from '../../engine/endpoints/query-parameters'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { loadEvidence } from '../../engine/evidence/load-evidence'
import { projectEvents } from '../../engine/evidence/project-events'
import { projectInTurns } from '../../engine/evidence/project-session'
import { loadSession } from '../../engine/sessions/load-session'
import { jsonReply, redirectReply } from '../../shared/http/reply'
import { ProtocolError } from '../../shared/ports/errors'
import type { PresentationSession } from '../../shared/ports/store-types'
import { verifierKind } from '../evidence/verifier-kind'
import { lastDelivered } from '../evidence/verifier-observed'
import { presentationDeeplink } from '../read/request/verifier-link'

/** The presentation session in the path; `null` for an unknown id, one that is no UUID, or an issuance session. */
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

/** `GET /openid4vp/sessions/{sessionId}`: the read-back of a session. */
export const getPresentationSession = plain(async (context) => {
  const session = await requirePathSession(context)
  const { exchange, settings, ports } = context
  const evidence = await loadEvidence(session, ports)
  const show = exchangesAfter(exchange, evidence.exchanges)
  const named = context.collaborators.officialCases(evidence, context)
  const view = await projectInTurns(verifierKind, {
    ...evidence,
    now: exchange.at,
    settings,
    ports,
    show,
    ...named,
  })
  return { reply: jsonReply(200, view) }
})

/** `GET /openid4vp/sessions/{sessionId}/deeplink`: the link that opens a wallet, and its request. */
export const getPresentationDeeplink = plain(async (context) => {
  const session = await requirePathSession(context)
  const deeplink = presentationDeeplink(session, context)
  const delivered = lastDelivered(session, await context.ports.store.events(session.sessionId))
  return { reply: jsonReply(200, { deeplink, authorization_request: delivered }) }
})

/** `GET /openid4vp/sessions/{sessionId}/events`: the events, oldest first. */
export const listPresentationEvents = plain(async (context) => {
  const session = await requirePathSession(context)
  const evidence = await loadEvidence(session, context.ports)
  return { reply: jsonReply(200, projectEvents(verifierKind, { ...evidence, now: context.exchange.at })) }
})

/**
 * `GET /openid4vp/sessions/{sessionId}/open`: redirects to the session's link while it opens a wallet, for QR codes too
 * small for the link. It redirects nowhere else, and any number of times, since anybody who knows the session can fetch
 * its request anyway.
 */
export const openPresentation = plain(async (context) => {
  const session = await requirePathSession(context)
  if (session.expiresAt <= context.exchange.at)
    throw new ProtocolError('session_expired', 'The link of this session has expired: create a new session.')
  return { reply: redirectReply(presentationDeeplink(session, context)) }
})
