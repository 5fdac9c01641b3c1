import { getExecutionArtifact } from '@/lib/core/scoreboard/endpoints/media'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/media/executions/{execution_id}/{file}', {
  GET: getExecutionArtifact,
})
