import { credentialIssuer } from '../identifiers'
import { issuerConfiguration } from '../issuers'
import { buildDeeplink, offerUrl } from '../oid4vci/credential-offer'
import { optionsView } from '../oid4vci/options-view'
import { transactionCode } from '../oid4vci/transaction-code'
import type { KeyedHash } from '../ports'
import type { ProtocolSettings } from '../settings'
import type { IssuanceSession } from '../store-types'
import { type EpochMillis, toIso } from '../time'
import type { Evidence } from './load-evidence'
import { projectBooleans } from './project-booleans'
import { projectConformance } from './project-conformance'
import { projectContact } from './project-contact'
import { projectEvents } from './project-events'
import { projectExchange } from './project-exchange'
import { projectObserved } from './project-observed'
import { projectRaw } from './project-raw'
import { projectStatus } from './project-status'
import type { IssuanceSessionView } from './session-view'
import { summarise } from './summarise'

/** Folds everything on record about a session into its read-back. Nobody writes this view; it always follows. */
export function projectSession(
  input: Evidence<IssuanceSession> & {
    readonly now: EpochMillis
    readonly settings: ProtocolSettings
    readonly keyedHash: KeyedHash
  },
): IssuanceSessionView {
  const { session, events, exchanges, now, settings, keyedHash } = input
  const issuer = credentialIssuer(settings.baseUrl, session.issuerConfigurationId)
  const conformance = projectConformance({ session, events, exchanges, now })
  const unclaimed = issuerConfiguration(session.issuerConfigurationId)?.claimsHaip === false ? (['haip'] as const) : []
  const issued = events.some(({ type }) => type === 'credential_issued')
  const spent = session.expiresAt <= now || events.some(({ type }) => type === 'token_issued')
  return {
    session_id: session.sessionId,
    issuer_configuration_id: session.issuerConfigurationId,
    issuer_identifier: issuer,
    authorization_server_identifier: issuer,
    status: projectStatus(session, events, now).status,
    flow: session.flow,
    credential_offer_mode: session.credentialOfferMode,
    credential_configuration_id: session.credentialConfigurationId,
    observed: projectObserved({ session, events, exchanges }),
    checks: { ...projectBooleans(conformance), summary: summarise(conformance, issued, unclaimed), conformance },
    events: projectEvents({ session, events, exchanges, now }),
    origin: session.origin,
    options: optionsView(session.options),
    offer_url: session.origin === 'wallet_initiated' ? null : offerUrl(session, settings.baseUrl),
    // Once its code is spent the link is of no use to a tester, and what it holds is a secret that the wallet sent.
    deeplink:
      spent || session.origin === 'wallet_initiated' ? null : buildDeeplink(session, settings.baseUrl, keyedHash),
    tx_code:
      spent || !session.options.tx_code ? null : transactionCode(session.sessionId, session.options.tx_code, keyedHash),
    created_at: toIso(session.createdAt),
    expires_at: toIso(session.expiresAt),
    exchanges: exchanges.map(projectExchange),
    raw: projectRaw(exchanges),
    contact: projectContact({ session, exchanges, baseUrl: settings.baseUrl }),
  }
}
