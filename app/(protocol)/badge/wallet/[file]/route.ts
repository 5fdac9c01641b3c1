import { getWalletBadge } from '@/lib/core/campaigns/endpoints/published-wallets'
import { route } from '@/lib/server/http/route'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/badge/wallet/{file}', { GET: getWalletBadge })
