import { getPresentationReport } from '@/lib/core/verifier/endpoints/verifier-report'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/openid4vp/sessions/{sessionId}/report', {
  GET: getPresentationReport,
})
