import { offerEndpoint } from '@/lib/core/issuer/endpoints/offer'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/lab/{labId}/offers/{credentialOfferId}', {
  GET: offerEndpoint,
})
