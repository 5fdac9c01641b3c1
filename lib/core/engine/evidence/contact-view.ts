import type { StoredEvent, StoredExchange } from '../../shared/ports/store-types'
import { toIso } from '../../shared/time/time'
import { reachOf } from '../../shared/values/reach'
import type { ContactView } from './session-view'

/** True for a request from a wallet or from the browser that it opened. */
export const isContact = ({ origin }: Pick<StoredExchange, 'origin'>): boolean =>
  origin === 'wallet' || origin === 'user_agent'

/** True for an event that says that a request may belong to the session. */
export const isPossibleContact = ({ type }: Pick<StoredEvent, 'type'>): boolean => type === 'request_may_belong'

/** Whether a wallet has contacted the service, from the exchanges of a session, oldest first; `whatToCheck` gives hints while none has. */
export function contactView(exchanges: readonly StoredExchange[], whatToCheck: () => readonly string[]): ContactView {
  const first = exchanges.find(isContact)
  return {
    reached: first !== undefined,
    first_request_at: first === undefined ? null : toIso(first.at),
    what_to_check: first === undefined ? whatToCheck() : [],
  }
}

/** Why a wallet may not reach the service at its public origin, one sentence each, most likely cause first. */
export function reachHints(baseUrl: string): string[] {
  const { plainHttp, thisMachineOnly } = reachOf(baseUrl)
  const canBeReached = !plainHttp && !thisMachineOnly
  return [
    plainHttp &&
      `The address is plain http (${baseUrl}): wallets refuse that before their first request. Start the service with npm start -- --phone, or set BASE_URL to an https origin.`,
    thisMachineOnly &&
      `The address ${baseUrl} points to the machine that opens it: on a phone, to the phone itself. The service needs an address that the phone can reach.`,
    canBeReached &&
      `Open ${baseUrl}/healthz in the phone’s browser. If there is no response, the phone is on another network, or a firewall, a VPN or a guest network blocks it.`,
    canBeReached &&
      `If that browser warns, the phone does not trust the certificate: ${baseUrl}/phone shows how to fix that.`,
  ].filter((hint) => hint !== false)
}

/** Why a phone may have no app for this link scheme. */
export const linkHint = (scheme: string): string =>
  `The link begins with ${scheme}: a phone opens it only with an app that registered it. Scan it inside the wallet, or create a session with another scheme.`
