import type { RequestContext } from '../../../engine/endpoints/request-context'
import type { IssuanceSession } from '../../../shared/ports/store-types'
import { credentialIssuer } from '../../../shared/ports/uris'
import { cNonceTtlSeconds } from '../../../shared/time/durations'
import type { Json, JsonObject } from '../../../shared/values/json'
import { issuerConfiguration } from '../../configurations'
import { behaviourOf, type IssuerInPlay, issuerUrls, laboratoryInPlay } from '../../configurations/issuer-in-play'
import { scopeOf } from '../../configurations/laboratory/scope-names'
import type { RightDocuments } from '../../deviations/same-as'
import { buildCredentialOffer, linkParameters } from '../../read/credential-offer'
import type { DocumentContext } from '../deviating-document'
import { issuerMetadataOf, serverMetadataOf } from '../documents'

/** Begins what stands for a value that a wallet gets later. */
const laterBegins = 'a-value-of-the-session'

/** Stands for what a wallet gets later, and no operation can know before: each for one value, as they differ. */
const later = (name: string): string => `${laterBegins}: ${name}`

/** Whether a value of a sample stands for one that is made later, or holds such a one. */
export const isMadeLater = (value: Json): boolean => JSON.stringify(value).includes(`"${laterBegins}: `)

/** What right documents are made from, besides their session. */
export type RightDocumentsContext = Pick<RequestContext, 'params' | 'ports' | 'settings'> &
  Pick<DocumentContext, 'exchange'>

/** The documents of a new session as they would be right: those that a wallet gets later are samples. */
export function rightDocuments(
  session: IssuanceSession,
  { exchange, params, ports, settings }: RightDocumentsContext,
): RightDocuments {
  const { baseUrl } = settings
  const issuer = ownIssuer(session, { baseUrl, laboratoryKeys: ports.laboratoryKeys })
  const context = issuer && { issuer, params, ports, settings, exchange }
  const { right, other } = linkParameters(session, baseUrl, ports.keyedHash)
  return {
    link: right,
    other,
    offer: buildCredentialOffer(session, baseUrl, ports.keyedHash) as JsonObject,
    issuer_metadata: context ? plainJson(issuerMetadataOf(context)) : {},
    server_metadata: context ? plainJson(serverMetadataOf(context)) : {},
    token_response: tokenResponse(session),
    credential_response: credentialResponse(session, settings.notificationEndpoint),
    served: {
      identifier: issuer?.identifier ?? baseUrl,
      baseUrl,
      sharedIssuer: credentialIssuer(baseUrl, session.issuerConfigurationId),
      sharedMetadata: issuerUrls(baseUrl, session.issuerConfigurationId).credentialIssuerMetadata,
      offered: session.credentialConfigurationId,
      earlierFetches: 0,
      address: issuer?.urls.credentialIssuerMetadata ?? baseUrl,
      query: null,
      isSigned: false,
    },
  }
}

/** The issuer that a session has for itself; `null` for a shared one, whose metadata no session changes. */
function ownIssuer(
  session: IssuanceSession,
  more: { readonly baseUrl: string } & Pick<RequestContext['ports'], 'laboratoryKeys'>,
): IssuerInPlay | null {
  const configuration = issuerConfiguration(session.issuerConfigurationId)
  const { laboratory } = session
  return configuration && laboratory ? laboratoryInPlay(configuration, { session, laboratory }, more) : null
}

/** Without members that are undefined, as they are sent. */
const plainJson = (members: unknown): JsonObject => JSON.parse(JSON.stringify(members)) as JsonObject

/** With every member that a response of this session can have. OID4VCI-1FINAL-6.2, RFC6749-5.1 */
function tokenResponse(session: IssuanceSession): JsonObject {
  const options = behaviourOf(session)
  const { credentialConfigurationId: id } = session
  return {
    access_token: later('access_token'),
    token_type: 'DPoP',
    expires_in: options.access_token_seconds,
    ...(options.token_c_nonce ? { c_nonce: later('c_nonce'), c_nonce_expires_in: cNonceTtlSeconds } : {}),
    ...(options.scopes ? { scope: scopeOf(options, id) } : {}),
    ...(options.refresh === null ? {} : { refresh_token: later('refresh_token') }),
    ...(session.laboratory === undefined || options.credential_identifiers === 'never'
      ? {}
      : {
          authorization_details: [
            {
              type: 'openid_credential',
              credential_configuration_id: id,
              credential_identifiers: [later('credential_identifier')],
            },
          ],
        }),
  }
}

/** An issuer that defers answers with a transaction first. OID4VCI-1FINAL-8.3 */
function credentialResponse(session: IssuanceSession, notifies: boolean): JsonObject {
  const { deferred, batch } = behaviourOf(session)
  if (deferred !== null) return { transaction_id: later('transaction_id'), interval: deferred.interval }
  const count = batch === null ? 1 : (batch.issue ?? batch.size)
  return {
    credentials: Array.from({ length: count }, (_, index) => ({ credential: later(`credential ${index}`) })),
    ...(notifies ? { notification_id: later('notification_id') } : {}),
  }
}
