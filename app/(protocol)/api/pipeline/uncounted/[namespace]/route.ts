import { listUncounted } from '@/lib/core/scoreboard/endpoints/statistics-endpoints'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/api/pipeline/uncounted/{namespace}', {
  GET: listUncounted,
})
