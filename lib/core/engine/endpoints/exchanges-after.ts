import type { Exchange } from '../../ground/http/exchange'
import { ProtocolError } from '../../ground/ports/errors'
import type { StoredExchange } from '../../ground/ports/store-types'

/**
 * The exchange after which a read-back continues, from the query parameter `exchanges_after`; `null` without one.
 * Throws `invalid_request` if the session has no exchange with that id.
 */
export function exchangesAfter(
  { query }: Pick<Exchange, 'query'>,
  exchanges: readonly StoredExchange[],
): { readonly after: string | null } {
  const after = new URLSearchParams(query ?? '').get('exchanges_after')
  if (after !== null && !exchanges.some(({ id }) => id === after))
    throw new ProtocolError('invalid_request', 'exchanges_after must be the id of an exchange of this session.')
  return { after }
}
