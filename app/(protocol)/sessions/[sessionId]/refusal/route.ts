import { reportAnswerRefusal } from '@/lib/core/issuer/endpoints/sessions/report-refusal'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/sessions/{sessionId}/refusal', {
  POST: reportAnswerRefusal,
})
