import type { ServerResponse } from 'node:http'
import { closed } from '../http/closed'
import type { Found } from '../http/found'
import type { Metrics } from './metrics'

/** Counts a request once its response is sent, or its client gone. */
export function countRequest(response: ServerResponse, found: Found, metrics: Pick<Metrics, 'request'>): void {
  const begun = performance.now()
  const answered = found.kind === 'page' ? 'page' : found.kind === 'operation' ? found.operation : 'none'
  void closed(response).then(() => {
    metrics.request(answered, response.headersSent ? response.statusCode : null, (performance.now() - begun) / 1000)
  })
}
