import { deliverBrowserRequest } from '@/lib/core/verifier/endpoints/dc-api/deliver-request'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/openid4vp/sessions/{sessionId}/dc-api', {
  GET: deliverBrowserRequest,
})
