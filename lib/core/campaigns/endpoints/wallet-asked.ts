import { ProtocolError } from '../../ground/ports/errors'
import type { Campaign } from '../../ground/ports/store-types'

/** The wallet that the query names. Throws `invalid_request` without its name or version. */
export const walletAsked = (query: URLSearchParams): Campaign['wallet'] => ({
  name: named(query, 'wallet'),
  version: named(query, 'version'),
})

/** A required query parameter. Throws `invalid_request`. */
function named(query: URLSearchParams, name: string): string {
  const value = query.get(name)?.trim() ?? ''
  if (value === '' || value.length > 100)
    throw new ProtocolError('invalid_request', `${name} is required, with at most 100 characters.`)
  return value
}
