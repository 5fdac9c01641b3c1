import { laboratoryOf } from './laboratory'
import type { Campaign, Session } from './store-types'

/** The parts of a session's address. */
interface NamedSession {
  readonly kind: Session['kind']
  readonly sessionId: string
}

/** Path of an issuer, the prefix or suffix of all its addresses. */
export function issuerPath(issuerId: string): string {
  const laboratory = laboratoryOf(issuerId)
  return laboratory === null ? `/issuers/${issuerId}` : `/lab/${laboratory}`
}

/** Credential Issuer Identifier, also the issuer identifier of its authorization server. OID4VCI-1FINAL-12.2.1 */
export const credentialIssuer = (baseUrl: string, issuerId: string): string => `${baseUrl}${issuerPath(issuerId)}`

/** An address below an issuer, whose identifier may end in a slash. */
export const belowIssuer = (identifier: string, path: string): string => `${identifier.replace(/\/$/, '')}/${path}`

/** Address of a hosted credential offer. OID4VCI-1FINAL-4.1.3 */
export const credentialOfferUri = (baseUrl: string, issuerId: string, credentialOfferId: string): string =>
  `${credentialIssuer(baseUrl, issuerId)}/offers/${credentialOfferId}`

/** Public page of a check, used as `error_uri` of a refusal. */
export const checkUri = (baseUrl: string, checkId: string): string => `${baseUrl}/checks/${checkId}`

/** Place of a finding's reason, `check#key`, on the page of its check; that page if the finding has none. */
export const reasonUri = (
  baseUrl: string,
  { id, reason }: { readonly id: string; readonly reason?: string | null | undefined },
): string => {
  const key = reason?.slice(reason.indexOf('#') + 1)
  return key === undefined ? checkUri(baseUrl, id) : `${checkUri(baseUrl, id)}#${key}`
}

/** Page of a session's evidence, used as `error_uri` if no check decided a refusal. */
export const inspectorUri = (baseUrl: string, { kind, sessionId }: NamedSession): string =>
  `${baseUrl}/inspect/${kind}/${sessionId}`

/** The session as JSON. */
export const sessionUri = (baseUrl: string, { kind, sessionId }: NamedSession): string =>
  `${baseUrl}${kind === 'issuance' ? '' : '/openid4vp'}/sessions/${sessionId}`

/** The campaign as JSON. */
export const campaignUri = (baseUrl: string, campaignId: string): string => `${baseUrl}/campaigns/${campaignId}`

/** The page with a wallet's coverage of official cases. */
export const coveragePageUri = (
  baseUrl: string,
  wallet?: Campaign['wallet'],
  edition: string | null = null,
): string => {
  const asked = edition === null ? {} : { edition }
  const query =
    wallet === undefined ? '' : `?${new URLSearchParams({ wallet: wallet.name, version: wallet.version, ...asked })}`
  return `${baseUrl}/cases${query}`
}

/** The page that starts a campaign, filled in for a wallet. */
export const startCampaignUri = (baseUrl: string, wallet: Campaign['wallet'], campaign: string): string =>
  `${baseUrl}/campaigns?${new URLSearchParams({ wallet: wallet.name, version: wallet.version, campaign })}`

/** The page of a campaign. */
export const campaignPageUri = (baseUrl: string, campaignId: string): string =>
  `${baseUrl}/inspect/campaign/${campaignId}`

/** The address of a workbench for wallets: the offer of a fresh session. */
export const doorOfferUri = (baseUrl: string, doorId: string): string => `${baseUrl}/d/${doorId}/offer`

/** The same for the request of a fresh session. */
export const doorRequestUri = (baseUrl: string, doorId: string): string => `${baseUrl}/d/${doorId}/request`

/** The page of a workbench, for who has its id. */
export const workbenchPageUri = (baseUrl: string, workbenchId: string): string => `${baseUrl}/w/${workbenchId}`

/** The page of a workbench for readers. */
export const workbenchViewUri = (baseUrl: string, viewId: string): string => `${baseUrl}/w/view/${viewId}`

/** Host of a fictitious other verifier (RFC 2606). */
export const otherVerifierHost = 'verifier.wallet-capture.example'
