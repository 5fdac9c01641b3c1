import type { SessionEvidence } from '../../engine/sessions/session-evidence'
import type { StoredExchange } from '../../ground/ports/store-types'

/** The first exchange whose response had credentials: of a credential request, or of one for a deferred credential. */
export const firstIssued = ({ exchanges }: Pick<SessionEvidence, 'exchanges'>): StoredExchange | undefined =>
  exchanges.find(
    ({ operation, response }) =>
      (operation === 'requestCredential' || operation === 'requestDeferredCredential') && response.status === 200,
  )
