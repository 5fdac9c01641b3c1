import { listRequests } from '@/lib/core/issuer/endpoints/sessions/list-requests'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/oid4vci/requests', { GET: listRequests })
