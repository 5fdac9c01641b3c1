import { listIssuers } from '@/lib/core/issuer/endpoints/documents'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/issuers', { GET: listIssuers })
