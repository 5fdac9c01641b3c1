import { getCampaign } from '@/lib/core/campaigns/endpoints/get-campaign'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/campaigns/{campaignId}', { GET: getCampaign })
