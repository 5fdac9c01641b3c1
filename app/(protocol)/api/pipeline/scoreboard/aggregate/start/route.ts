import { startAggregation } from '@/lib/core/scoreboard/endpoints/aggregate-endpoints'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/api/pipeline/scoreboard/aggregate/start', {
  POST: startAggregation,
})
