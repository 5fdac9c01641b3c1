import { sessionId } from '@/lib/core/shared/ports/ids'
import { expectsRefusal } from '@/lib/core/verifier/deviations'
import type { PresentationProfile } from '@/lib/wallet/verifier/settings'
import { container } from '../container'

/**
 * How the wallet of a page presents in a session: where a request is wrong on purpose under the profile haip, as a wallet of HAIP, for
 * no other has to refuse what HAIP alone forbids. Throws StoreUnavailable.
 */
export async function presentsIn(id: string): Promise<Partial<PresentationProfile>> {
  const session = await container().ports.store.session(sessionId(id))
  const isOfHaip = session?.kind === 'presentation' && session.options.profile === 'haip' && expectsRefusal(session)
  return isOfHaip ? { haipOnly: true } : {}
}
