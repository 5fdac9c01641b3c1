import { challengeEndpoint } from '@/lib/core/issuer/endpoints/oauth/client-authentication'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/lab/{labId}/as/challenge', {
  POST: challengeEndpoint,
})
