import { randomUUID } from 'node:crypto'
import type { Exchange } from '@/lib/core/shared/http/exchange'
import { exchangeId } from '@/lib/core/shared/ports/ids'
import { epochMillis } from '@/lib/core/shared/time/time'

/** Set by our server on every page request; overwrites whatever a client sends under this name. */
const clientAddressHeader = 'x-wallet-capture-client-address'

/** The client address of a page's request. Without one, as under `next dev`, all count as one client. */
export const clientAddressOf = (headers: Headers): string => headers.get(clientAddressHeader) || 'forms'

/**
 * Turns a form into the equivalent request to the interface: a POST of JSON, with the Host and operator token of the
 * form's request. If `headers` name no address, as under `next dev`, all forms count as one client.
 */
export function formExchange(body: Readonly<Record<string, unknown>>, headers: Headers, path: string): Exchange {
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  const authorization = headers.get('authorization')
  return {
    id: exchangeId(randomUUID()),
    at: epochMillis(Date.now()),
    method: 'POST',
    path,
    query: null,
    headers: [
      ['content-type', 'application/json'],
      ['host', headers.get('host') ?? ''],
      ...(authorization === null ? [] : [['authorization', authorization] as const]),
    ],
    body: bytes,
    bodyOverflow: false,
    bodyBytes: bytes.length,
    remoteAddress: clientAddressOf(headers),
  }
}
