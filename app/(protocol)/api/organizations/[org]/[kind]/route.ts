import { addEntity, listEntities } from '@/lib/core/scoreboard/endpoints/entities'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/api/organizations/{org}/{kind}', {
  GET: listEntities,
  POST: addEntity,
})
