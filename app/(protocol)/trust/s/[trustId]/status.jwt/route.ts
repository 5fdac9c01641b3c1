import { getRegistrationStatusList } from '@/lib/core/trust/endpoints/registration-status'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/trust/s/{trustId}/status.jwt', {
  GET: getRegistrationStatusList,
})
