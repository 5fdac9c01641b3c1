import type { RequestListener, Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds without a request after which a client is expected to send no more: wallets need a few between two. */
const quietMillis = 100

/**
 * Tells when the server is idle: the returned function resolves once no request is being answered and a moment has passed
 * since the last one, because its client may send another. Input that has already arrived is read first. It never resolves
 * after the server has closed.
 */
export function createWhenIdle(server: Server): () => Promise<void> {
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
