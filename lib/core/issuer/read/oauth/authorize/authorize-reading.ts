import type { Parameters } from '../../../../ground/http/read-form'
import type { IssuanceSession, OneTimeValue } from '../../../../ground/ports/store-types'
import type { AuthorizationFacts } from '../authorization-facts'

/** A browser at the authorization endpoint. RFC9126-4 */
export interface AuthorizeReading {
  readonly query: Parameters
  readonly clientId: string | null
  readonly requestUri: RequestUriReading
  /** The facts of the pushed request; `null` if there is none. */
  readonly facts: AuthorizationFacts | null
  readonly session: IssuanceSession | null
  /** Number of earlier visits with the same `request_uri`. */
  readonly visits: number
  readonly userAgent: string | null
  /** Whether the same HTTP client pushed the request; `null` if unknown. */
  readonly sameClient: boolean | null
}

export type RequestUriReading =
  | { readonly state: 'absent' | 'unknown' }
  | { readonly state: 'alive' | 'expired' | 'completed' | 'other_issuer'; readonly value: OneTimeValue }
