import { getBundle } from '@/lib/core/campaigns/endpoints/bundle'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/coverage/bundle', { GET: getBundle })
