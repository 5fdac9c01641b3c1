import { changeWalletUnit } from '@/lib/core/issuer/endpoints/sessions/wallet-unit-actions'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/sessions/{sessionId}/laboratory/wallet-units', {
  POST: changeWalletUnit,
})
