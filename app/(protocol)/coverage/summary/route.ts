import { getSummary } from '@/lib/core/campaigns/endpoints/coverage'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/coverage/summary', { GET: getSummary })
