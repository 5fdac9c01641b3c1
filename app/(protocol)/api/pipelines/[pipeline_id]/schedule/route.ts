import { deleteSchedule, putSchedule } from '@/lib/core/scoreboard/endpoints/pipeline-definitions'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/api/pipelines/{pipeline_id}/schedule', {
  PUT: putSchedule,
  DELETE: deleteSchedule,
})
