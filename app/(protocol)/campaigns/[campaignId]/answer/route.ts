import { answerCampaign } from '@/lib/core/campaigns/endpoints/answer-question'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/campaigns/{campaignId}/answer', {
  POST: answerCampaign,
})
