import { createCampaign, listCampaigns } from '@/lib/core/campaigns/endpoints/campaigns'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/campaigns', {
  GET: listCampaigns,
  POST: createCampaign,
})
