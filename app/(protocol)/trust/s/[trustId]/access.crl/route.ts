import { getSessionRevocationList } from '@/lib/core/trust/endpoints/revocation-lists'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/trust/s/{trustId}/access.crl', {
  GET: getSessionRevocationList,
})
