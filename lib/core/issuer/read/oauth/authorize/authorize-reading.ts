import type { Parameters } from '../../../../ground/http/read-form'
import type { IssuanceSession, OneTimeValue } from '../../../../ground/ports/store-types'
import type { AuthorizationFacts } from '../authorization-facts'

/** A browser at the authorization endpoint. RFC9126-4 */
export interface AuthorizeReading {
  readonly query: Parameters
  readonly clientId: string | null
  readonly requestUri: RequestUriReading
  /** What the pushed request settled; `null` when it is not known. */
  readonly facts: AuthorizationFacts | null
  readonly session: IssuanceSession | null
  /** Earlier visits with the same `request_uri`. */
  readonly visits: number
  readonly userAgent: string | null
  /** The same HTTP client that pushed the request; `null` when that cannot be told. */
  readonly sameClient: boolean | null
}

export type RequestUriReading =
  | { readonly state: 'absent' | 'unknown' }
  | { readonly state: 'alive' | 'expired' | 'completed' | 'other_issuer'; readonly value: OneTimeValue }
