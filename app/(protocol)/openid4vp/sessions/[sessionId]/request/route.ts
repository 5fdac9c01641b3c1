import { requestObjectEndpoint } from '@/lib/core/verifier/endpoints/request-object'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/openid4vp/sessions/{sessionId}/request', {
  GET: requestObjectEndpoint,
  POST: requestObjectEndpoint,
})
