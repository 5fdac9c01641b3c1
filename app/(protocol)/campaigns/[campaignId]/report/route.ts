import { getCampaignReport, judgeCampaign } from '@/lib/core/campaigns/endpoints/campaign-report'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/campaigns/{campaignId}/report', {
  GET: getCampaignReport,
  POST: judgeCampaign,
})
