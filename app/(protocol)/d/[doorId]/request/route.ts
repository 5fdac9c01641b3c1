import { doorRequest } from '@/lib/core/verifier/endpoints/request-object'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/d/{doorId}/request', {
  GET: doorRequest,
  POST: doorRequest,
})
