import { laboratoryOf } from './laboratory'
import type { Campaign, Session } from './store-types'

/** What the address of a session is made of. */
interface NamedSession {
  readonly kind: Session['kind']
  readonly sessionId: string
}

/** Path of an issuer: every address of it begins with this one, or ends with it. */
export function issuerPath(issuerId: string): string {
  const laboratory = laboratoryOf(issuerId)
  return laboratory === null ? `/issuers/${issuerId}` : `/lab/${laboratory}`
}

/** Credential Issuer Identifier of an issuer, also its authorization server's issuer identifier. OID4VCI-1FINAL-12.2.1 */
export const credentialIssuer = (baseUrl: string, issuerId: string): string => `${baseUrl}${issuerPath(issuerId)}`

/** Address of a hosted credential offer. OID4VCI-1FINAL-4.1.3 */
export const credentialOfferUri = (baseUrl: string, issuerId: string, credentialOfferId: string): string =>
  `${credentialIssuer(baseUrl, issuerId)}/offers/${credentialOfferId}`

/** Public page of a check: where `error_uri` of a refusal leads. */
export const checkUri = (baseUrl: string, checkId: string): string => `${baseUrl}/checks/${checkId}`

/** Page of a session's evidence: where `error_uri` leads when no check decided a refusal. */
export const inspectorUri = (baseUrl: string, { kind, sessionId }: NamedSession): string =>
  `${baseUrl}/inspect/${kind}/${sessionId}`

/** Where a session is read as JSON. */
export const sessionUri = (baseUrl: string, { kind, sessionId }: NamedSession): string =>
  `${baseUrl}${kind === 'issuance' ? '' : '/openid4vp'}/sessions/${sessionId}`

/** Where a campaign is read as JSON. */
export const campaignUri = (baseUrl: string, campaignId: string): string => `${baseUrl}/campaigns/${campaignId}`

/** The page that shows which official cases the campaigns of a wallet decide. */
export const coveragePageUri = (baseUrl: string, wallet?: Campaign['wallet']): string => {
  const query = wallet === undefined ? '' : `?${new URLSearchParams({ wallet: wallet.name, version: wallet.version })}`
  return `${baseUrl}/inspect/coverage${query}`
}

/** The form that starts a campaign, filled in for a wallet. */
export const startCampaignUri = (baseUrl: string, wallet: Campaign['wallet'], campaign: string): string =>
  `${baseUrl}/?${new URLSearchParams({ wallet: wallet.name, version: wallet.version, campaign })}#campaign`

/** The page that leads a tester through a campaign. */
export const campaignPageUri = (baseUrl: string, campaignId: string): string =>
  `${baseUrl}/inspect/campaign/${campaignId}`

/** A name that nobody has: the host of another verifier (RFC 2606). */
export const otherVerifierHost = 'verifier.wallet-capture.example'
