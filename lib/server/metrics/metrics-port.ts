import { createServer, type Server } from 'node:http'
import { lateCheckMillis } from '../basics/limits'
import { boundConnections } from '../guard/bound-connections'
import type { MetricsText } from './registry'

/** Where metrics are served: no other machine reaches it. */
export const metricsHost = '127.0.0.1'

/** Prometheus asks over one connection. */
const connectionsMax = 16

/** The server of `/metrics`, on a port of its own so that no proxy in front of the service leads to it. */
export function createMetricsServer(
  metrics: { text(): Promise<MetricsText> },
  onFailure: (error: unknown) => void,
): Server {
  const timeouts = { requestTimeout: 10_000, headersTimeout: 5_000, connectionsCheckingInterval: lateCheckMillis }
  const server = createServer({ maxHeaderSize: 8192, ...timeouts }, (request, response) => {
    request.resume()
    const [path] = (request.url ?? '').split('?')
    if (path !== '/metrics' || request.method !== 'GET') {
      response.writeHead(path === '/metrics' ? 405 : 404, { Connection: 'close' }).end()
      return
    }
    metrics.text().then(
      ({ type, body }) => response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body),
      (error: unknown) => {
        onFailure(error)
        response.writeHead(503).end()
      },
    )
  })
  boundConnections(server, { max: connectionsMax })
  return server
}
