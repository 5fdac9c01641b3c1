import type { Exchange, HeaderField } from '../../shared/http/exchange'
import { ProtocolError } from '../../shared/ports/errors'
import type { StoredExchange } from '../../shared/ports/store-types'

/** Validates a query parameter against the allowed values. Throws `invalid_request`, which lists them. */
export function oneOf<Value extends string>(
  name: string,
  given: string | null,
  known: readonly Value[],
  fallback: Value,
): Value {
  if (given === null) return fallback
  const value = known.find((one) => one === given)
  if (value === undefined) throw new ProtocolError('invalid_request', `${name} must be one of ${known.join(', ')}.`)
  return value
}

/** Makes a report load and run nothing, and send no referrer to linked sites. */
export const inert: readonly HeaderField[] = [
  [
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  ],
  ['Referrer-Policy', 'no-referrer'],
]

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
