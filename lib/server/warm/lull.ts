import type { RequestListener, Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds without a request after which a client is expected to send no more: wallets need a few between two. */
const quietMillis = 100

/**
 * Tells when nobody waits for an answer of this server: the returned function resolves once no request is being answered and
 * the last one is a moment ago, for its client may send the next. What has arrived is read before. It never resolves once the server
 * is closed.
 */
export function createLull(server: Server): () => Promise<void> {
  let open = 0
  let lastAt = Number.NEGATIVE_INFINITY
  const note: RequestListener = (_request, response) => {
    open += 1
    response.once('close', () => {
      open -= 1
      lastAt = performance.now()
    })
  }
  server.on('request', note)
  server.on('checkContinue', note)
  const isQuiet = () => server.listening && open === 0 && performance.now() - lastAt >= quietMillis
  return async () => {
    // In this time the event loop takes new connections and reads what they sent.
    await pause(1, undefined, { ref: false })
    while (!isQuiet()) await pause(quietMillis, undefined, { ref: false })
  }
}
