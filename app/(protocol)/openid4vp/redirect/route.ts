import { visitRedirectEndpoint } from '@/lib/core/verifier/endpoints/visit-redirect'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/openid4vp/redirect', {
  GET: visitRedirectEndpoint,
})
