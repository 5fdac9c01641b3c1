import { type EventDraft, type PlainAnswer, plain } from '../../../engine/endpoints/endpoint'
import { readShown, type Shown } from '../../../engine/endpoints/refusal-report'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import { loadEvidence } from '../../../engine/evidence/load-evidence'
import { jsonReply } from '../../../ground/http/reply'
import { ProtocolError } from '../../../ground/ports/errors'
import type { IssuanceSession } from '../../../ground/ports/store-types'
import { faultResult, isPresented, mustStop } from '../../deviations/fault-outcome'
import { requireIssuerSession } from './issuer-session'

/** How many reports a session accepts; the last one counts. */
const reportsMax = 10

/**
 * `POST /sessions/{sessionId}/refusal`: what a person saw on the wallet after an answer that was wrong on purpose. Throws
 * `refusal_not_expected` for a session in which no wallet was sent one that calls for a stop, and `refusal_decided` where a
 * request of the wallet says it, or it was told too often.
 */
export const reportAnswerRefusal = plain(async (context) =>
  tellAnswerRefusal(await requireIssuerSession(context), readShown(context), context),
)

/** Puts on record what a person saw in an issuance; throws as above. */
export async function tellAnswerRefusal(
  session: IssuanceSession,
  shown: Shown,
  context: RequestContext,
): Promise<PlainAnswer> {
  const evidence = await loadEvidence(session, context.ports)
  const result = faultResult({ ...evidence, now: context.exchange.at })
  if (!mustStop(session) || result === null || result.outcome === 'untested') {
    const description = 'No answer that calls for a stop was sent to a wallet in this session.'
    throw new ProtocolError('refusal_not_expected', description)
  }
  if (result.exchange !== null || evidence.events.some(isPresented))
    throw new ProtocolError('refusal_decided', 'The wallet itself shows it: nobody needs to say what it showed.')
  const reports = evidence.events.filter(({ type }) => type === 'refusal_reported')
  const reply = jsonReply(200, { shown, outcome: outcomeOf[shown] })
  if (reports.at(-1)?.detail.shown === shown) return { reply }
  if (reports.length >= reportsMax)
    throw new ProtocolError('refusal_decided', 'This session was told too often what its wallet showed.')
  const event: EventDraft = { type: 'refusal_reported', detail: { shown } }
  return { reply, sessionId: session.sessionId, events: [event] }
}

const outcomeOf: Readonly<Record<Shown, 'refused' | 'continued'>> = { error: 'refused', went_on: 'continued' }
