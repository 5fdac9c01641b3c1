import { getPipelinePicture } from '@/lib/core/scoreboard/endpoints/media'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/badge/pipeline/{organization}/{file}', {
  GET: getPipelinePicture,
})
