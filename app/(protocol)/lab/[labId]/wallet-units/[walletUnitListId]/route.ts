import { unitListEndpoint } from '@/lib/core/issuer/endpoints/wallet-unit-lists'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/lab/{labId}/wallet-units/{walletUnitListId}', {
  GET: unitListEndpoint,
})
