import { nonceEndpoint } from '@/lib/core/issuer/endpoints/nonce'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/lab/{labId}/v2/nonce', {
  POST: nonceEndpoint,
})
