import { getListedAnchors } from '@/lib/core/trust/endpoints/anchors'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/trust/anchors/{file}', {
  GET: getListedAnchors,
})
