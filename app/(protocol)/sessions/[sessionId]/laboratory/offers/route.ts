import { offerAgain } from '@/lib/core/issuer/endpoints/sessions/session-offers'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/sessions/{sessionId}/laboratory/offers', {
  POST: offerAgain,
})
