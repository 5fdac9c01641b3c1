import { getNextSession } from '@/lib/core/campaigns/endpoints/next-session'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/campaigns/{campaignId}/next', {
  GET: getNextSession,
})
