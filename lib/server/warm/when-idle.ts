import type { RequestListener, Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Milliseconds without a request after which clients are assumed to have finished: a wallet pauses for less between two
 * requests.
 */
const quietMillis = 100

/**
 * Returns a function that resolves once the server is idle: no request is being answered, and none has been for a
 * moment, because its client may send another. Input that has already arrived is read first. It never resolves after
 * the server has closed.
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
    // Meanwhile the event loop accepts new connections and reads what they sent.
    await pause(1, undefined, { ref: false })
    while (!isQuiet()) await pause(quietMillis, undefined, { ref: false })
  }
}
