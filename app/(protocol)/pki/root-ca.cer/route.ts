import { getRootCertificateDer } from '@/lib/core/service/service'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/pki/root-ca.cer', {
  GET: getRootCertificateDer,
})
