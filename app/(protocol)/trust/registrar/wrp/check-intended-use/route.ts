import { checkIntendedUse } from '@/lib/core/trust/endpoints/register'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/trust/registrar/wrp/check-intended-use', {
  GET: checkIntendedUse,
})
