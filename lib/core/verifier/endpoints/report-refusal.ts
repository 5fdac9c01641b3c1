import { type EventDraft, type PlainAnswer, plain } from '../../engine/endpoints/endpoint'
import { readShown, type Shown } from '../../engine/endpoints/refusal-report'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { jsonReply } from '../../ground/http/reply'
import { ProtocolError } from '../../ground/ports/errors'
import type { PresentationSession } from '../../ground/ports/store-types'
import { asksPerson, expectsRefusal, refusalOutcome } from '../deviations/refusal-outcome'
import { requirePathSession } from './path-session'

/** How many reports a session accepts; the last one counts. */
const reportsMax = 10

/**
 * `POST /openid4vp/sessions/{sessionId}/refusal`: what a person saw on the wallet where nothing came to tell. Throws
 * `refusal_not_expected` for a session whose request a good wallet answers, and `refusal_decided` where the wallet's own
 * answer says it, or it was told too often.
 */
export const reportRefusal = plain(async (context) =>
  tellRefusal(await requirePathSession(context), readShown(context), context),
)

/** Puts on record what a person saw in a presentation; throws as above. */
export async function tellRefusal(
  session: PresentationSession,
  shown: Shown,
  context: RequestContext,
): Promise<PlainAnswer> {
  if (!expectsRefusal(session))
    throw new ProtocolError('refusal_not_expected', 'A good wallet answers the request of this session.')
  const { exchange, ports } = context
  const events = await ports.store.events(session.sessionId)
  const { outcome } = refusalOutcome(session, events, exchange.at)
  if (!asksPerson(outcome))
    throw new ProtocolError('refusal_decided', 'The wallet answered, so a report of what it showed is not needed.')
  const reports = events.filter(({ type }) => type === 'vp_refusal_reported')
  const said = reply(shown)
  if (reports.at(-1)?.detail.shown === shown) return { reply: said }
  if (reports.length >= reportsMax)
    throw new ProtocolError('refusal_decided', 'This session was told too often what its wallet showed.')
  const event: EventDraft = { type: 'vp_refusal_reported', detail: { shown } }
  return { reply: said, sessionId: session.sessionId, events: [event] }
}

const reply = (shown: Shown) =>
  jsonReply(200, { shown, outcome: shown === 'error' ? 'reported_error' : 'reported_going_on' })
