import { readPresentState } from '@/lib/core/verifier/endpoints/dc-api/present-state'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/present/{sessionId}/state', {
  GET: readPresentState,
})
