import { addOrganization, listOrganizations } from '@/lib/core/scoreboard/endpoints/organizations'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/api/organizations', {
  GET: listOrganizations,
  POST: addOrganization,
})
