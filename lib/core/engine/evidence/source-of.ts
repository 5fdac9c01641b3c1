import type { StoredExchange } from '../../ground/ports/store-types'

/** The short names of requests in sources; all others use their operation. */
const requests: Readonly<Record<string, string>> = {
  pushAuthorizationRequest: 'par',
  requestToken: 'token',
  requestNonce: 'nonce',
  requestCredential: 'credential',
  sendNotification: 'notification',
  getCredentialOffer: 'offer',
  getRequestObject: 'request',
  postRequestObject: 'request',
  getBrowserRequest: 'dc_api',
  sendBrowserResult: 'result',
  sendPresentationResponse: 'response',
  sendPresentationResponseByState: 'response',
}

/**
 * Where something was seen, in the notation that sessions use: the request, then the place in its exchange as in
 * decoded tokens, e.g. `par.body.client_id`, `token.headers.dpop`, `credential.body.proofs.jwt[0]`.
 */
export const sourceOf = ({ operation }: Pick<StoredExchange, 'operation'>, place: string): string =>
  `${requests[operation ?? ''] ?? operation ?? 'unknown'}.${place}`
