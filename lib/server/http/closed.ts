import type { ServerResponse } from 'node:http'

const endings = new WeakMap<ServerResponse, Promise<void>>()

/**
 * Settles when a response is over, however it ended. All waiters share one listener: Node.js warns of a leak beyond
 * ten, and Next adds most of those.
 */
export function closed(response: ServerResponse): Promise<void> {
  const known = endings.get(response)
  if (known !== undefined) return known
  const ending = new Promise<void>((resolve) => {
    if (response.closed) resolve()
    else response.once('close', resolve)
  })
  endings.set(response, ending)
  return ending
}
