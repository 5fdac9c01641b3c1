import { digestOf } from '../../digest-of'
import type { PresentationInput } from '../../formats/presentation-reading'
import { credentialIssuer } from '../../identifiers'
import { issuerConfigurations } from '../../issuers'
import type { RequestContext } from '../../request-context'
import type { PresentationSession } from '../../store-types'
import type { PresentationHistory } from '../presentation-history'
import { allowedAlgorithms } from './request-facts'
import type { RequestFacts } from './response-reading'

/** Everything that the presentations of an answer are read with. */
export function presentationInput(
  {
    session,
    request,
    history,
  }: {
    readonly session: PresentationSession
    readonly request: RequestFacts
    readonly history: PresentationHistory
  },
  { exchange, ports, settings }: RequestContext,
): PresentationInput {
  return {
    now: exchange.at,
    clientId: request.clientId,
    nonce: request.nonce,
    responseUri: request.responseUri,
    firstDeliveredAt: session.requestDelivery === 'by_value' ? session.createdAt : history.firstFetchedAt,
    digest: ports.digest,
    readCertificates: ports.trustAnchors('credential_issuer', session.options.trust_anchors),
    // Keys of our own issuers are at hand: nothing is fetched, and from ourselves least of all.
    issuerKeys: issuerConfigurations.map(({ id }) => {
      const { kid, publicJwk } = ports.issuerKeys(id).credential
      return { issuer: credentialIssuer(settings.baseUrl, id), source: 'own_issuer', keys: [{ ...publicJwk, kid }] }
    }),
    algorithms: allowedAlgorithms(session),
    isNonceOfAnotherSession: async (nonce) => {
      const known = await ports.store.oneTimeValue('vp_nonce', digestOf(nonce, ports.sha256))
      return known !== null && known.sessionId !== session.sessionId
    },
    otherKeys: [],
    otherForms: [],
  }
}
