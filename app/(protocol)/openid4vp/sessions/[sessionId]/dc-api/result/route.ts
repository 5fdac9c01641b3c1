import { browserResultEndpoint } from '@/lib/core/verifier/endpoints/dc-api/browser-result'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/openid4vp/sessions/{sessionId}/dc-api/result', {
  POST: browserResultEndpoint,
})
