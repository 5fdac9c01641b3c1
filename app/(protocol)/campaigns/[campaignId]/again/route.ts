import { tryCampaignAgain } from '@/lib/core/campaigns/endpoints/make-session'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/campaigns/{campaignId}/again', {
  POST: tryCampaignAgain,
})
