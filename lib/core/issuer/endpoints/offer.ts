import { bind } from '../../engine/checks/evaluate'
import type { Decision } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { answeredRequest } from '../../engine/endpoints/unmatched-reading'
import { type Exchange, headerValues, listHeader } from '../../shared/http/exchange'
import { jsonReply } from '../../shared/http/reply'
import { isUuid } from '../../shared/ports/ids'
import { offerAddressChecks } from '../checks/metadata'
import { offerChecks } from '../checks/offer'
import { deviationName, deviationOf } from '../deviations'
import { buildCredentialOffer, type OfferReading, offerHost } from '../read/credential-offer'
import { sessionOfOffer } from '../read/later-offer'
import { judgedByIssuer } from './issuer-endpoint'

const checks = [
  ...bind(offerAddressChecks, (_reading: OfferReading) => answeredRequest('getCredentialOffer', 'GET')),
  ...bind(offerChecks, (reading: OfferReading) => reading),
]

/** `GET /issuers/{id}/offers/{credentialOfferId}`: the offer by reference; fetching it again is allowed. OID4VCI-1FINAL-4.1.3 */
export const offerEndpoint = judgedByIssuer<OfferReading>({
  read: async ({ exchange, issuer, params, ports }) => {
    const offerId = params.credentialOfferId ?? ''
    const found = isUuid(offerId) ? await sessionOfOffer(offerId, ports) : null
    // Wallet-initiated sessions serve no offer, although their record has an offer id.
    const offered = found?.origin === 'offer' && offerHost(found) === issuer.id
    return offerReading({ session: offered ? found : null, named: found?.sessionId ?? null }, exchange)
  },
  checks: () => checks,
  session: ({ session }) => session,
  decide: (reading, _findings, context) => decideOffer(reading, context),
})

/** A fetch of the offer of a session, wherever it is served. */
export const offerReading = (found: Pick<OfferReading, 'session' | 'named'>, exchange: Exchange): OfferReading => ({
  ...found,
  mode: found.session?.credentialOfferMode ?? null,
  expired: found.session !== null && found.session.expiresAt <= exchange.at,
  accept: listHeader(exchange, 'accept'),
  credentialHeaders: ['authorization', 'dpop'].filter((name) => headerValues(exchange, name).length > 0),
})

/** The offer of a session, or that it is gone. */
export function decideOffer(
  { session, named, expired }: OfferReading,
  { issuer, settings, ports }: Pick<RequestContext, 'issuer' | 'settings' | 'ports'>,
): Decision {
  if (session === null || expired) {
    const description = 'This credential offer does not exist or has expired: create a new session.'
    const reply = jsonReply(404, { error: 'credential_offer_not_found', error_description: description })
    return { reply, sessionId: named ?? issuer?.session?.sessionId ?? null, events: [], effects: [] }
  }
  const offer = buildCredentialOffer(session, settings.baseUrl, ports.keyedHash)
  const deviation = deviationOf(session)
  const wrong = deviation?.changes.offer?.(offer) ?? offer
  return {
    reply: jsonReply(200, offer),
    ...(deviation && (wrong !== offer || deviation.changes.hostedElsewhere)
      ? { deviating: { deviation: deviationName(deviation), reply: jsonReply(200, wrong) } }
      : {}),
    sessionId: session.sessionId,
    events: [{ type: 'offer_retrieved', detail: { media_type: 'application/json' } }],
    effects: [],
  }
}
