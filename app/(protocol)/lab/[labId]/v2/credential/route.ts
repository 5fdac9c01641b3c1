import { credentialEndpoint } from '@/lib/core/issuer/endpoints/credential'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/lab/{labId}/v2/credential', {
  POST: credentialEndpoint,
})
