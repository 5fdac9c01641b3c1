import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The header field, in lower case, that identifies a run of the pages' wallet. It is never recorded. */
const runHeader = 'x-wallet-capture-run'

/** How many runs of the reference wallet are under way at a time, through a session and through a campaign: it signs. */
export const walletRunsMax = { session: 4, campaign: 2 } as const

/** Runs of the reference wallet that visitors started from a page, each with the address of its visitor. */
export interface PageRuns {
  /** Starts a run for a client address. Returns the header field for its requests and a function that ends the run. */
  begin(address: string): { readonly field: readonly [name: string, value: string]; end(): void }
  /**
   * Removes the run's header field from a request and returns the client address that the request counts for; `null` if
   * the request belongs to no run.
   */
  takeAddress(request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): string | null
}

/**
 * This wallet sends its requests from the service itself. If they counted for the service's address, one visitor could
 * use up the storage quota of all visitors and the operator.
 */
export function createPageRuns(): PageRuns {
  const addresses = new Map<string, string>()
  return {
    begin(address) {
      const value = randomBytes(24).toString('base64url')
      addresses.set(value, address)
      return { field: [runHeader, value], end: () => addresses.delete(value) }
    },
    takeAddress(request) {
      const value = request.headers[runHeader]
      const address = typeof value === 'string' ? addresses.get(value) : undefined
      if (address === undefined) return null
      delete request.headers[runHeader]
      request.rawHeaders = request.rawHeaders.filter(
        (_, index, all) => all[index - (index % 2)]?.toLowerCase() !== runHeader,
      )
      return address
    },
  }
}
