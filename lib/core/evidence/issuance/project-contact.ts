import { reachOf } from '../../reach'
import type { IssuanceSession, StoredExchange } from '../../store-types'
import { toIso } from '../../time'
import { isContact } from '../is-contact'
import type { ContactView } from '../session-view'

/**
 * Whether a wallet has come at all, which is another matter than what it did then. While none has, it says what to look
 * at, the likeliest first.
 */
export function projectContact({
  session,
  exchanges,
  baseUrl,
}: {
  readonly session: IssuanceSession
  readonly exchanges: readonly StoredExchange[]
  readonly baseUrl: string
}): ContactView {
  const first = exchanges.find(isContact)
  return {
    reached: first !== undefined,
    first_request_at: first === undefined ? null : toIso(first.at),
    what_to_check: first === undefined ? whatToCheck(session, baseUrl) : [],
  }
}

function whatToCheck({ options, credentialOfferMode }: IssuanceSession, baseUrl: string): string[] {
  const { plainHttp, thisMachineOnly } = reachOf(baseUrl)
  const canBeReached = !plainHttp && !thisMachineOnly
  return [
    plainHttp &&
      `The address is plain http (${baseUrl}): wallets refuse that before their first request. Start the service with npm start -- --phone, or set BASE_URL to an https origin.`,
    thisMachineOnly &&
      `The address names the machine that uses it (${baseUrl}): on a phone that is the phone itself. The service needs an address that the phone reaches.`,
    canBeReached &&
      `Open ${baseUrl}/healthz in the browser of the phone. No answer: the phone is in another network, or a firewall, a VPN or a guest network keeps it away.`,
    canBeReached &&
      `A warning of that browser: the phone does not trust the certificate. ${baseUrl}/phone says what a phone trusts, and how it comes to.`,
    `The link begins with ${options.scheme}: a phone opens it only with an app that registered it. Scan it inside the wallet, or make a session with another scheme.`,
    credentialOfferMode === 'credential_offer' &&
      `The offer is in the link itself, so a wallet that read no more than metadata names no session: look for its requests at ${baseUrl}/ledger.`,
  ].filter((hint) => hint !== false)
}
