import { getSessionOffer } from '@/lib/core/issuer/endpoints/sessions/get-session'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/sessions/{sessionId}/offer', {
  GET: getSessionOffer,
})
