import { genericResponseEndpoint } from '@/lib/core/verifier/endpoints/wallet-response'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/openid4vp/response', {
  POST: genericResponseEndpoint,
})
