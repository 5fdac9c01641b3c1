import { z } from 'zod'
import { linkQuery } from '../../shared/http/link-query'
import type { SessionId } from '../../shared/ports/ids'
import { issuerIdOf } from '../../shared/ports/laboratory'
import type { KeyedHash } from '../../shared/ports/ports'
import type { IssuanceSession } from '../../shared/ports/store-types'
import { credentialOfferUri } from '../../shared/ports/uris'
import { toBase64url } from '../../shared/values/base64url'
import type { JsonObject } from '../../shared/values/json'
import { issuerConfigurationIds } from '../configurations'
import { offeredServer } from '../configurations/authorization-servers'
import { behaviourOf, identifierOf } from '../configurations/issuer-in-play'
import { deviationOf } from '../deviations'
import type { Parameter } from '../deviations/issuer-deviation'
import { offerName } from './later-offer'
import { transactionCodeObject } from './transaction-code'

export const zCredentialOffer = z
  .looseObject({
    credential_issuer: z.url(),
    credential_configuration_ids: z.array(z.string()).min(1),
    grants: z.looseObject({}) as z.ZodType as z.ZodType<JsonObject>,
  })
  .meta({ id: 'CredentialOffer' })

/** An offer as we build it, with only the members in use. */
export type CredentialOffer = Pick<
  z.infer<typeof zCredentialOffer>,
  'credential_issuer' | 'credential_configuration_ids' | 'grants'
>

/**
 * Pre-authorized code of an offer named by `offerName`. Derived from the installation's key on demand and never stored,
 * like `issuerState`, so that neither database nor backup contains a live code.
 */
export const preAuthorizedCode = (offer: string, keyedHash: KeyedHash): string =>
  toBase64url(keyedHash('pre-authorized_code', offer))

/** `issuer_state` of an offer for the authorization code flow. OID4VCI-1FINAL-4.1.1 */
export const issuerState = (offer: string, keyedHash: KeyedHash): string =>
  toBase64url(keyedHash('issuer_state', offer))

export const preAuthorizedGrant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

/**
 * Builds a session's Credential Offer: exactly one grant; names an `authorization_server` only if the issuer has
 * several.
 * @see OID4VCI-1FINAL-4.1.1
 */
export function buildCredentialOffer(session: IssuanceSession, baseUrl: string, keyedHash: KeyedHash): CredentialOffer {
  const issuer = identifierOf(session, baseUrl)
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

/** The issuer that hosts a session's offer: its own, unless the deviation moves it. */
export function offerHost(session: IssuanceSession): string {
  const own = issuerIdOf(session)
  if (!deviationOf(session)?.changes.hostedElsewhere) return own
  return issuerConfigurationIds.find((id) => id !== own) ?? own
}

/** URL of the hosted offer. */
export const offerUrl = (session: IssuanceSession, baseUrl: string): string =>
  credentialOfferUri(baseUrl, offerHost(session), session.credentialOfferId)

/** The right parameters of the link that opens a wallet, and the parameter of the other delivery. */
export function linkParameters(
  session: IssuanceSession,
  baseUrl: string,
  keyedHash: KeyedHash,
): { readonly right: readonly Parameter[]; readonly other: Parameter } {
  const byReference: Parameter = ['credential_offer_uri', offerUrl(session, baseUrl)]
  const byValue: Parameter = ['credential_offer', JSON.stringify(buildCredentialOffer(session, baseUrl, keyedHash))]
  return session.credentialOfferMode === 'credential_offer_uri'
    ? { right: [byReference], other: byValue }
    : { right: [byValue], other: byReference }
}

/**
 * The link that opens a wallet, with the offer by value or by reference, unless the deviation changes that.
 * @see OID4VCI-1FINAL-4.1.2, OID4VCI-1FINAL-4.1.3
 */
export function buildDeeplink(session: IssuanceSession, baseUrl: string, keyedHash: KeyedHash): string {
  const { right, other } = linkParameters(session, baseUrl, keyedHash)
  const parameters = deviationOf(session)?.changes.link?.(right, other) ?? right
  return `${session.options.scheme}?${linkQuery(parameters)}`
}

/** A fetch of a hosted offer. */
export interface OfferReading {
  /** `null` if this issuer does not have the offer. */
  readonly session: IssuanceSession | null
  /** The session of the offer, at whichever issuer it was fetched. */
  readonly named: SessionId | null
  readonly mode: IssuanceSession['credentialOfferMode'] | null
  readonly expired: boolean
  readonly accept: string | null
  /** Names of credential-bearing headers, which do not belong here. */
  readonly credentialHeaders: readonly string[]
}
