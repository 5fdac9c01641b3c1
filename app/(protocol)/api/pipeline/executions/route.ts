import { recordExecution } from '@/lib/core/scoreboard/endpoints/record-execution'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/api/pipeline/executions', {
  POST: recordExecution,
})
