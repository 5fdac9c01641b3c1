import { issuerIdOf } from '../../ground/ports/laboratory'
import type { KeyedHash } from '../../ground/ports/ports'
import type { IssuanceSession } from '../../ground/ports/store-types'
import { credentialIssuer, credentialOfferUri } from '../../ground/ports/uris'
import type { JsonObject } from '../../ground/values/json'
import { issuerConfigurationIds } from '../configurations'
import { offeredServer } from '../configurations/authorization-servers'
import { behaviourOf } from '../configurations/issuer-in-play'
import { deviationOf } from '../deviations'
import { offerName } from './later-offer'
import { issuerState, preAuthorizedCode } from './session-codes'
import { transactionCodeObject } from './transaction-code'
import type { CredentialOffer } from './z-credential-offer'

export const preAuthorizedGrant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

/**
 * Builds the Credential Offer of a session: exactly one grant, which names an `authorization_server` only where the
 * issuer has several.
 * @see OID4VCI-1FINAL-4.1.1
 */
export function buildCredentialOffer(session: IssuanceSession, baseUrl: string, keyedHash: KeyedHash): CredentialOffer {
  const issuer = credentialIssuer(baseUrl, issuerIdOf(session))
  const server = offeredServer(issuer, behaviourOf(session).authorization_servers)
  const named = server === null ? {} : { authorization_server: server }
  const grants: JsonObject =
    session.flow === 'pre_authorized_code'
      ? {
          [preAuthorizedGrant]: {
            'pre-authorized_code': preAuthorizedCode(offerName(session), keyedHash),
            ...(session.options.tx_code ? { tx_code: transactionCodeObject(session.options.tx_code) } : {}),
            ...named,
          },
        }
      : { authorization_code: { issuer_state: issuerState(offerName(session), keyedHash), ...named } }
  return {
    credential_issuer: issuer,
    credential_configuration_ids: [session.credentialConfigurationId],
    grants,
  }
}

/** The issuer that hosts the offer of a session: its own, unless the session deviates in that. */
export function offerHost(session: IssuanceSession): string {
  const own = issuerIdOf(session)
  if (!deviationOf(session)?.changes.hostedElsewhere) return own
  return issuerConfigurationIds.find((id) => id !== own) ?? own
}

/** Address of the hosted offer of a session. */
export const offerUrl = (session: IssuanceSession, baseUrl: string): string =>
  credentialOfferUri(baseUrl, offerHost(session), session.credentialOfferId)

/**
 * The link that opens a wallet: with the offer itself or a reference to it. OID4VCI-1FINAL-4.1.2, OID4VCI-1FINAL-4.1.3
 */
export function buildDeeplink(session: IssuanceSession, baseUrl: string, keyedHash: KeyedHash): string {
  const parameter =
    session.credentialOfferMode === 'credential_offer_uri'
      ? `credential_offer_uri=${encodeURIComponent(offerUrl(session, baseUrl))}`
      : `credential_offer=${encodeURIComponent(JSON.stringify(buildCredentialOffer(session, baseUrl, keyedHash)))}`
  return `${session.options.scheme}?${parameter}`
}
