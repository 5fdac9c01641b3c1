import { reachOf } from '../../ground/values/reach'

/** Why a wallet may not reach the service at its public origin, one sentence each, most likely cause first. */
export function reachHints(baseUrl: string): string[] {
  const { plainHttp, thisMachineOnly } = reachOf(baseUrl)
  const canBeReached = !plainHttp && !thisMachineOnly
  return [
    plainHttp &&
      `The address is plain http (${baseUrl}): wallets refuse that before their first request. Start the service with npm start -- --phone, or set BASE_URL to an https origin.`,
    thisMachineOnly &&
      `The address names the machine that uses it (${baseUrl}): on a phone that is the phone itself. The service needs an address that the phone reaches.`,
    canBeReached &&
      `Open ${baseUrl}/healthz in the browser of the phone. No response: the phone is in another network, or a firewall, a VPN or a guest network keeps it away.`,
    canBeReached &&
      `A warning of that browser: the phone does not trust the certificate. ${baseUrl}/phone says what a phone trusts, and how it comes to.`,
  ].filter((hint) => hint !== false)
}

/** Why a phone may have no app for this link scheme. */
export const linkHint = (scheme: string): string =>
  `The link begins with ${scheme}: a phone opens it only with an app that registered it. Scan it inside the wallet, or make a session with another scheme.`
