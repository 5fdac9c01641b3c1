import { plain } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { jsonReply } from '../../shared/http/reply'
import { ProtocolError } from '../../shared/ports/errors'
import { toCampaignId, toSessionId } from '../../shared/ports/ids'
import type { Campaign, Session } from '../../shared/ports/store-types'
import { readProgress } from '../campaign-progress'
import { compareCampaigns, compareSessions } from '../compare'
import { readSoFar } from '../session-result'

/**
 * `GET /comparison`: what changed between two sessions of one kind or two campaigns, regressions first. Throws
 * `invalid_request` if they cannot be compared, and `session_not_found` for an unknown id.
 */
export const getComparison = plain(async (context) => {
  const { baseUrl } = context.settings
  const query = new URLSearchParams(context.exchange.query ?? '')
  const before = await runOf('before', query.get('before'), context)
  const after = await runOf('after', query.get('after'), context)
  if (isCampaign(before) && isCampaign(after)) {
    const pair = [await readProgress(before, context), await readProgress(after, context)] as const
    return { reply: jsonReply(200, compareCampaigns(pair, baseUrl)) }
  }
  if (isCampaign(before) || isCampaign(after) || before.kind !== after.kind)
    throw new ProtocolError('invalid_request', 'Compare two issuances, two presentations or two campaigns.')
  const side = async (session: Session) => ({ session, result: await readSoFar(session, context) })
  const campaigns = [await campaignOf(before, context), await campaignOf(after, context)] as const
  const pair = [await side(before), await side(after)] as const
  return { reply: jsonReply(200, compareSessions(pair, { campaigns, baseUrl })) }
})

const isCampaign = (run: Campaign | Session): run is Campaign => !('sessionId' in run)

/** The campaign or session with this id. */
async function runOf(
  name: 'before' | 'after',
  id: string | null,
  { ports }: RequestContext,
): Promise<Campaign | Session> {
  const [campaignId, sessionId] = [toCampaignId(id ?? ''), toSessionId(id ?? '')]
  if (campaignId === null || sessionId === null)
    throw new ProtocolError('invalid_request', `${name} must be the id of a session or of a campaign.`)
  const found = (await ports.store.campaign(campaignId)) ?? (await ports.store.session(sessionId))
  if (found === null)
    throw new ProtocolError('session_not_found', `No session and no campaign has the id of ${name}, or it was deleted.`)
  return found
}

const campaignOf = async ({ campaignId }: Session, { ports }: RequestContext): Promise<Campaign | null> =>
  campaignId === undefined ? null : ports.store.campaign(campaignId)
