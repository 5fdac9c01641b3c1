import type { StoredExchange } from '../../ground/ports/store-types'
import { toIso } from '../../ground/time/time'
import { isContact } from './is-contact'
import type { ContactView } from './session-view'

/** Whether a wallet has contacted the service, from the exchanges of a session, oldest first; `whatToCheck` gives hints while none has. */
export function contactView(exchanges: readonly StoredExchange[], whatToCheck: () => readonly string[]): ContactView {
  const first = exchanges.find(isContact)
  return {
    reached: first !== undefined,
    first_request_at: first === undefined ? null : toIso(first.at),
    what_to_check: first === undefined ? whatToCheck() : [],
  }
}
