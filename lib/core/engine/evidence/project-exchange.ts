import { laboratoryOf } from '../../shared/ports/laboratory'
import type { LedgerExchange, StoredExchange } from '../../shared/ports/store-types'
import { toIso } from '../../shared/time/time'
import type { JsonObject } from '../../shared/values/json'
import type { ExchangeView, LedgerRecord } from './session-view'

/** An exchange as a ledger record: exactly the ten members of the requirement. */
export const projectLedgerRecord = (exchange: Omit<LedgerExchange, 'failed' | 'otherwise'>): LedgerRecord => ({
  id: exchange.id,
  at: toIso(exchange.at),
  method: exchange.method,
  path: exchange.path,
  session_id: exchange.sessionId,
  // An issuer of one session must not be taken for one of the catalogue.
  issuer_configuration_id:
    exchange.issuerId !== null && laboratoryOf(exchange.issuerId) === null ? exchange.issuerId : null,
  headers: exchange.headers,
  query: exchange.query,
  body: exchange.body,
  response: { status: exchange.response.status, content_type: exchange.response.contentType },
})

/** An exchange as `raw` lists it: a ledger record. */
export const projectRawRequest = (exchange: StoredExchange): JsonObject => {
  const record = projectLedgerRecord(exchange)
  return { ...record, response: { ...record.response } }
}

/** An exchange as shown in a session; `afterEnd`: it came too late to count. */
export const projectExchange = (exchange: StoredExchange, afterEnd = false): ExchangeView => ({
  ...projectLedgerRecord(exchange),
  origin: exchange.origin,
  correlation: exchange.correlation,
  operation: exchange.operation,
  duration_ms: exchange.durationMillis,
  response: {
    status: exchange.response.status,
    content_type: exchange.response.contentType,
    headers: exchange.response.headers,
    body: exchange.response.body,
  },
  decoded: exchange.decoded,
  ...(exchange.contentOmitted ? { content_omitted: true } : {}),
  ...(afterEnd ? { after_end: true } : {}),
  checks: [...new Set(exchange.findings.map(({ id }) => id))],
})

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
