import { createPresentationSession } from '@/lib/core/verifier/endpoints/create-verifier-session'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/openid4vp/sessions', {
  POST: createPresentationSession,
})
