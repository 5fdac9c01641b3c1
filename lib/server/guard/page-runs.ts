import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The header field by which a run of the pages' wallet names itself, in lower case. It is never recorded. */
const runHeader = 'x-wallet-capture-run'

/** The runs of the reference wallet that visitors of the pages have started, each for the address that started it. */
export interface PageRuns {
  /** Begins a run for a client address: the header field that its requests carry, and what ends it. */
  begin(address: string): { readonly field: readonly [name: string, value: string]; end(): void }
  /** The address that a request of a run counts for, whose header field it takes out; `null` for any other request. */
  takeAddress(request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): string | null
}

/**
 * Such a wallet sends its requests from the service itself. Counted for the address of the service, those of one visitor would
 * use up what all visitors and the operator may cause to be stored.
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
