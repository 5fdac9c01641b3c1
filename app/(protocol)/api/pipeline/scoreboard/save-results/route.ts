import { saveScoreboardResults } from '@/lib/core/scoreboard/endpoints/save-results'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/api/pipeline/scoreboard/save-results', {
  POST: saveScoreboardResults,
})
