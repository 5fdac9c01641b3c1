import { pushedRequestEndpoint } from '@/lib/core/issuer/endpoints/oauth/pushed-request'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/lab/{labId}/as/par', {
  POST: pushedRequestEndpoint,
})
