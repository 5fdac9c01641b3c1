import { getSessionTrustList } from '@/lib/core/trust/endpoints/trust-lists'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/trust/s/{trustId}/lists/{file}', {
  GET: getSessionTrustList,
})
