import { revokeKey } from '@/lib/core/scoreboard/endpoints/key-endpoints'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/api/organizations/{org}/keys/{key_id}', {
  DELETE: revokeKey,
})
