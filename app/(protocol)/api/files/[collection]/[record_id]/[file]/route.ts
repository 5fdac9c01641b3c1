import { redirectToFile } from '@/lib/core/scoreboard/endpoints/public-records'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/api/files/{collection}/{record_id}/{file}', {
  GET: redirectToFile,
})
