import { removeWallet } from '@/lib/core/campaigns/endpoints/published-wallets'
import { route } from '@/lib/server/http/route'

// In a folder of its own, which Next does not serve: at this path it has the page.
export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route('/wallets/{slug}/{version}', {
  DELETE: removeWallet,
})
