import { returnFromChainedEndpoint } from '@/lib/core/issuer/endpoints/oauth/chained/return-from-chained'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/lab/{labId}/redirect', {
  GET: returnFromChainedEndpoint,
})
