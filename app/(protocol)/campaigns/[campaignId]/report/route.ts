import { getCampaignReport } from '@/lib/core/campaigns/endpoints/campaign-report'
import { judgeCampaign } from '@/lib/core/campaigns/endpoints/judge-campaign'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/campaigns/{campaignId}/report', {
  GET: getCampaignReport,
  POST: judgeCampaign,
})
