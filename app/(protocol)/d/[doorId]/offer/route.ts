import { doorOffer } from '@/lib/core/issuer/endpoints/door-offer'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/d/{doorId}/offer', { GET: doorOffer })
