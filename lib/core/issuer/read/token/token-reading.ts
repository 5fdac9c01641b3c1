import type { FormReading } from '../../../shared/http/read-form'
import type { TransactionCodeOffer } from '../../../shared/ports/session-options'
import type { IssuanceSession, OneTimeValue } from '../../../shared/ports/store-types'
import type { EpochMillis } from '../../../shared/time/time'
import type { AuthorizationFacts } from '../oauth/authorization'
import type { DetailsReading } from '../oauth/authorization-details'
import type { ClientAuthenticationReading } from '../oauth/client-authentication/client-authentication-reading'
import type { DpopReading } from '../oauth/dpop/dpop-reading'
import type { RefreshReading } from './refresh'

/** Facts of a token request. */
export interface TokenReading {
  readonly now: EpochMillis
  readonly issuerId: string
  readonly form: FormReading
  /** `refresh_token` only if the issuer supports it. */
  readonly grant: 'pre_authorized_code' | 'authorization_code' | 'refresh_token' | 'other' | 'absent'
  readonly clientId: string | null
  readonly client: ClientAuthenticationReading
  readonly dpop: DpopReading
  /** Stored state of the code; `null` if absent or not ours. */
  readonly code: CodeReading
  readonly session: IssuanceSession | null
  /** Facts of the pushed request behind an authorization code; `null` without one. */
  readonly authorization: AuthorizationReading | null
  readonly txCode: TxCodeReading
  /** `null` for other grant types. */
  readonly refresh: RefreshReading | null
  /** Whether the issuer supports `authorization_details`; what it read, or `null`. OID4VCI-1FINAL-6.1 */
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
      /** The response with its token may have been lost in a restart. */
      readonly tokenLost?: true
      /** Two wallets may have got it, each by a scan. */
      readonly ofTwoWallets?: true
    }

/** A token request compared with the authorization behind its code. */
export interface AuthorizationReading {
  readonly facts: AuthorizationFacts
  readonly redirectUri: 'absent' | 'same' | 'different'
  readonly codeVerifier: string | null
  /** S256 challenge of the verifier; `null` without one. RFC7636-4.2 */
  readonly challengeOfVerifier: string | null
  /** Whether the verifier matches the challenge. RFC7636-4.6 */
  readonly verifierMatches: boolean
}

/**
 * How a wrong transaction code differs from the right one: the right characters with others between them, the code of
 * another session, another length, letters where digits belong, or only other characters.
 */
export type TxCodeDifference = 'separated' | 'former' | 'length' | 'letters' | 'characters'

export interface TxCodeReading {
  /** `tx_code` of the offer; `null` if none is required. */
  readonly offered: TransactionCodeOffer | null
  readonly sent: boolean
  /** `null` if none was offered or sent. */
  readonly correct: boolean | null
  readonly fits: boolean | null
  readonly length: number
  /** Whether it consisted of digits only. */
  readonly digits: boolean
  /** How a wrong one differs, without its value; `null` for any other. */
  readonly differs: TxCodeDifference | null
  /** Wrong codes before this request. */
  readonly wrongBefore: number
}
