import { plain } from '../../engine/endpoints/endpoint'
import { exchangesAfter } from '../../engine/endpoints/query-parameters'
import { loadEvidence } from '../../engine/evidence/load-evidence'
import { projectEvents } from '../../engine/evidence/project-events'
import { projectInTurns } from '../../engine/evidence/project-session'
import { jsonReply } from '../../ground/http/reply'
import { verifierKind } from '../evidence/verifier-kind'
import { lastDelivered } from '../evidence/verifier-observed'
import { presentationDeeplink } from '../read/request/verifier-link'
import { requirePathSession } from './path-session'

/** `GET /openid4vp/sessions/{sessionId}`: the session with everything that was observed. */
export const getPresentationSession = plain(async (context) => {
  const session = await requirePathSession(context)
  const { exchange, settings, ports } = context
  const evidence = await loadEvidence(session, ports)
  const show = exchangesAfter(exchange, evidence.exchanges)
  const officialCases = context.neighbours.officialCases(evidence, context)
  const view = await projectInTurns(verifierKind, {
    ...evidence,
    now: exchange.at,
    settings,
    ports,
    show,
    officialCases,
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
