import { cancelExecution } from '@/lib/core/scoreboard/endpoints/pipeline-runs'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/api/executions/{execution_id}/cancel', {
  POST: cancelExecution,
})
