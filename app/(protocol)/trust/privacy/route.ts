import { getTrustPrivacy } from '@/lib/core/trust/endpoints/notices'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/trust/privacy', {
  GET: getTrustPrivacy,
})
