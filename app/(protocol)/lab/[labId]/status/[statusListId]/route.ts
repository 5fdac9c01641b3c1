import { statusListEndpoint } from '@/lib/core/issuer/endpoints/status-lists'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/lab/{labId}/status/{statusListId}', {
  GET: statusListEndpoint,
})
