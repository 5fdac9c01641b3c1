import { readProgress } from '../../campaigns/campaign-progress'
import { campaignView } from '../../campaigns/campaign-view'
import { jsonReply } from '../../http/reply'
import { plain } from '../endpoint'
import { requireCampaign } from './path-campaign'

/** `GET /campaigns/{campaignId}`: a campaign with the result of each of its sessions. Creates no session. */
export const getCampaign = plain(async (context) => {
  const progress = await readProgress(await requireCampaign(context), context)
  return { reply: jsonReply(200, campaignView(progress, context.settings.baseUrl)) }
})
