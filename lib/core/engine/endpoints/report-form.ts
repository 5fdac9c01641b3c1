import type { HeaderField } from '../../ground/http/exchange'
import { ProtocolError } from '../../ground/ports/errors'

/** The value of a query parameter, validated against the allowed ones. Throws `invalid_request`, which lists them. */
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

/** A report loads and runs nothing, wherever it is opened, and sends no referrer to the sites it links to. */
export const inert: readonly HeaderField[] = [
  [
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  ],
  ['Referrer-Policy', 'no-referrer'],
]
