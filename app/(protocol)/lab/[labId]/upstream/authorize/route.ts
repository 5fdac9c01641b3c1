import { chainedAuthorizeEndpoint } from '@/lib/core/issuer/endpoints/oauth/chained/chained-server'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/lab/{labId}/upstream/authorize', {
  GET: chainedAuthorizeEndpoint,
})
