import { getVerifierDid } from '@/lib/core/verifier/endpoints/verifier-documents'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/openid4vp/did.json', {
  GET: getVerifierDid,
})
