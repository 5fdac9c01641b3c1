import { getOrganizationLogo } from '@/lib/core/scoreboard/endpoints/media'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/media/organizations/{organization_id}/{file}', {
  GET: getOrganizationLogo,
})
