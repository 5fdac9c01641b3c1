import { changeStatuses } from '@/lib/core/issuer/endpoints/sessions/laboratory-actions'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/sessions/{sessionId}/laboratory/statuses', {
  POST: changeStatuses,
})
