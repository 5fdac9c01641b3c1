import { getSessionReport } from '@/lib/core/issuer/endpoints/sessions/issuer-report'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/sessions/{sessionId}/report', {
  GET: getSessionReport,
})
