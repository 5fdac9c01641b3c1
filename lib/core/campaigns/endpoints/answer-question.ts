import { type PlainAnswer, plain } from '../../engine/endpoints/endpoint'
import type { Report } from '../../engine/endpoints/refusal-report'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { jsonReply } from '../../ground/http/reply'
import { ProtocolError } from '../../ground/ports/errors'
import { toSessionId } from '../../ground/ports/ids'
import type { Session } from '../../ground/ports/store-types'
import { tellIssuerRefusal } from '../../issuer/endpoints/sessions/report-refusal'
import { tellVerifierRefusal } from '../../verifier/endpoints/report-refusal'
import { readResult } from '../session-result'
import { zCampaignAnswer } from '../z-campaign'
import { requireCampaign } from './path-campaign'
import { readBody } from './read-body'
import { tellScreen } from './tell-screen'

/**
 * `POST /campaigns/{campaignId}/answer`: reports what the wallet showed in a session and ends it. If the wallet should have
 * refused, the report decides the session; after a response of ours that was unusual on purpose, it decides the official case about
 * it; otherwise it says why the wallet did not continue. Throws `session_ended` if there is nothing left to report.
 */
export const answerCampaign = plain(async (context) => {
  const campaign = await requireCampaign(context)
  const { session_id, shown, by } = readBody(context.exchange, zCampaignAnswer)
  const id = toSessionId(session_id)
  const session = id === null ? null : await context.ports.store.session(id)
  if (session === null || session.campaignId !== campaign.campaignId)
    throw new ProtocolError('session_not_found', 'This campaign has no session with this id.')
  const onScreen = shown === 'warned' ? null : await tellScreen(campaign, session, { shown, by, context })
  if (onScreen !== null) return { ...onScreen, reply: jsonReply(200, { session_id, shown, by }) }
  const told = shown === 'nothing' ? null : await refusalTold(session, { shown, by }, context)
  if (told !== null) return { ...told, reply: jsonReply(200, { session_id, shown, by }) }
  const { state } = await readResult(session, context)
  if (state !== 'open' && state !== 'silent')
    throw new ProtocolError('session_ended', 'This session has ended: there is nothing left to report.')
  return {
    reply: jsonReply(200, { session_id, shown, by }),
    sessionId: session.sessionId,
    events: [{ type: 'campaign_session_ended', detail: { shown, by } }],
  }
})

/** Throws `invalid_request` for a warning: before an issuance it is never enough. ARF3-ISSU_34 */
function requireNoWarning(shown: 'error' | 'went_on' | 'warned'): 'error' | 'went_on' {
  if (shown !== 'warned') return shown
  throw new ProtocolError('invalid_request', 'A warning is not enough in this session: report error or went_on.')
}

/** Reports a refusal if the session can take such a report; `null` if it cannot. */
async function refusalTold(
  session: Session,
  { shown, by }: Report<'error' | 'went_on' | 'warned'>,
  context: RequestContext,
): Promise<PlainAnswer | null> {
  try {
    return session.kind === 'issuance'
      ? await tellIssuerRefusal(session, { shown: requireNoWarning(shown), by }, context)
      : await tellVerifierRefusal(session, { shown, by }, context)
  } catch (error) {
    if (error instanceof ProtocolError && (error.code === 'refusal_not_expected' || error.code === 'refusal_decided'))
      return null
    throw error
  }
}
