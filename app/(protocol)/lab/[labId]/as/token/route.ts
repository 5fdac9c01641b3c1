import { tokenEndpoint } from '@/lib/core/issuer/endpoints/token'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/lab/{labId}/as/token', {
  POST: tokenEndpoint,
})
