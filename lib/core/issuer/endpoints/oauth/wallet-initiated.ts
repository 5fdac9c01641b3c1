import type { EventDraft } from '../../../engine/endpoints/endpoint'
import { keptOptions, shownOptions } from '../../../engine/sessions/session-option'
import { sessionId } from '../../../ground/ports/ids'
import type { IssuanceSession } from '../../../ground/ports/store-types'
import { sessionTtlSeconds } from '../../../ground/time/lifetimes'
import { addSeconds } from '../../../ground/time/time'
import type { IssuerContext } from '../../configurations/issuer-in-play'
import { issuerOptionOrder, issuerOptions, zIssuanceSessionRequest } from '../../read/session-options'

/** A request that names no member. */
const defaults = zIssuanceSessionRequest.parse({})

/** The session of a flow that a wallet starts without an offer. The scope is the id of the credential configuration. */
export const sessionOfWallet = (
  scope: string,
  { exchange, issuer, ports, settings }: IssuerContext,
): IssuanceSession => ({
  sessionId: sessionId(ports.uuid()),
  kind: 'issuance',
  issuerConfigurationId: issuer.configuration.id,
  flow: 'authorization_code',
  credentialOfferMode: 'credential_offer',
  credentialConfigurationId: scope,
  // Storage requires an offer id for each session; this one serves no offer.
  credentialOfferId: ports.uuid(),
  origin: 'wallet_initiated',
  options: keptOptions(issuerOptions, defaults, {
    beside: { ...defaults, dpopNonce: settings.dpopNonce },
    order: issuerOptionOrder.kept,
  }),
  createdAt: exchange.at,
  expiresAt: addSeconds(exchange.at, sessionTtlSeconds),
})

/** The first event of such a session. */
export const walletSessionEvent = (session: IssuanceSession, { issuer }: IssuerContext): EventDraft => ({
  type: 'session_created',
  detail: {
    issuer_configuration_id: session.issuerConfigurationId,
    issuer_identifier: issuer.identifier,
    authorization_server_identifier: issuer.authorizationServer,
    credential_configuration_id: session.credentialConfigurationId,
    flow: session.flow,
    credential_offer_mode: session.credentialOfferMode,
    options: shownOptions(issuerOptions, session.options),
    origin: session.origin,
  },
})
