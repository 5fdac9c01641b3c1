import { getComparison } from '@/lib/core/campaigns/endpoints/get-comparison'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/comparison', { GET: getComparison })
