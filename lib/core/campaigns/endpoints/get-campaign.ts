import { plain } from '../../engine/endpoints/endpoint'
import { jsonReply } from '../../ground/http/reply'
import { readProgress } from '../campaign-progress'
import { campaignView } from '../campaign-view'
import { requireCampaign } from './path-campaign'

/** `GET /campaigns/{campaignId}`: a campaign and the result of each session. Creates no session. */
export const getCampaign = plain(async (context) => {
  const progress = await readProgress(await requireCampaign(context), context)
  return { reply: jsonReply(200, campaignView(progress, context.settings.baseUrl)) }
})
