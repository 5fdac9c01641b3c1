import { deferredEndpoint } from '@/lib/core/issuer/endpoints/deferred'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/lab/{labId}/deferred', {
  POST: deferredEndpoint,
})
