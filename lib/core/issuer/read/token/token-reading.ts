import type { FormReading } from '../../../ground/http/read-form'
import type { TransactionCodeOffer } from '../../../ground/ports/session-options'
import type { IssuanceSession, OneTimeValue } from '../../../ground/ports/store-types'
import type { EpochMillis } from '../../../ground/time/time'
import type { DetailsReading } from '../oauth/authorization-details/read-authorization-details'
import type { AuthorizationFacts } from '../oauth/authorization-facts'
import type { ClientAuthenticationReading } from '../oauth/client-authentication/client-authentication-reading'
import type { DpopReading } from '../oauth/dpop/dpop-reading'
import type { RefreshReading } from './read-refresh'

/** A token request, as far as it can be read. */
export interface TokenReading {
  readonly now: EpochMillis
  readonly issuerId: string
  readonly form: FormReading
  /** `refresh_token` only where the issuer gives refresh tokens. */
  readonly grant: 'pre_authorized_code' | 'authorization_code' | 'refresh_token' | 'other' | 'absent'
  readonly clientId: string | null
  readonly client: ClientAuthenticationReading
  readonly dpop: DpopReading
  /** The stored state of the grant's code; `null` if none was sent or it is not ours. */
  readonly code: CodeReading
  readonly session: IssuanceSession | null
  /** The facts of the pushed request behind an authorization code; `null` without one. */
  readonly authorization: AuthorizationReading | null
  readonly txCode: TxCodeReading
  /** `null` for any other grant. */
  readonly refresh: RefreshReading | null
  /** Whether the issuer reads `authorization_details`; what it read, or `null`. OID4VCI-1FINAL-6.1 */
  readonly readsDetails: boolean
  readonly details: DetailsReading | null
}

export type CodeReading =
  | { readonly state: 'absent' }
  | { readonly state: 'unknown' }
  /** `used`: redeemed. `dead`: spent by refused requests, so it never yielded a token. */
  | {
      readonly state: 'alive' | 'expired' | 'used' | 'dead' | 'other_issuer'
      readonly value: OneTimeValue
      /** The response with its token may have got lost with a restart of this service. */
      readonly tokenLost?: true
    }

/** A token request compared with the authorization request behind its code. */
export interface AuthorizationReading {
  readonly facts: AuthorizationFacts
  readonly redirectUri: 'absent' | 'same' | 'different'
  readonly codeVerifier: string | null
  /** The S256 challenge that belongs to the verifier; `null` without one. RFC7636-4.2 */
  readonly challengeOfVerifier: string | null
  /** Whether the SHA-256 of the verifier equals the challenge. RFC7636-4.6 */
  readonly verifierMatches: boolean
}

export interface TxCodeReading {
  /** The offer's description of the transaction code; `null` if it requires none. */
  readonly offered: TransactionCodeOffer | null
  readonly sent: boolean
  /** `null` if none was offered or sent. */
  readonly correct: boolean | null
  readonly fits: boolean | null
  readonly length: number
  /** Whether it was digits and nothing else. */
  readonly digits: boolean
  /** Number of wrong codes before this request. */
  readonly wrongBefore: number
}
