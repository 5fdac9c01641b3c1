import type { FormReading } from '../../../ground/http/read-form'
import type { TransactionCodeOffer } from '../../../ground/ports/issuer-options'
import type { IssuanceSession, OneTimeValue } from '../../../ground/ports/store-types'
import type { EpochMillis } from '../../../ground/time/time'
import type { AuthorizationFacts } from '../oauth/authorization-facts'
import type { ClientAuthenticationReading } from '../oauth/client-authentication/client-authentication-reading'
import type { DpopReading } from '../oauth/dpop/dpop-reading'

/** A token request, read as far as it goes. */
export interface TokenReading {
  readonly now: EpochMillis
  readonly issuerConfigurationId: string
  readonly form: FormReading
  readonly grant: 'pre_authorized_code' | 'authorization_code' | 'other' | 'absent'
  readonly clientId: string | null
  readonly client: ClientAuthenticationReading
  readonly dpop: DpopReading
  /** The grant's code as it was found in store; `null` when none was sent or it is not ours. */
  readonly code: CodeReading
  readonly session: IssuanceSession | null
  /** What the pushed request behind an authorization code settled; `null` without one. */
  readonly authorization: AuthorizationReading | null
  readonly txCode: TxCodeReading
}

export type CodeReading =
  | { readonly state: 'absent' }
  | { readonly state: 'unknown' }
  /** `used`: redeemed. `dead`: used up by refused requests, so that it never gave a token. */
  | { readonly state: 'alive' | 'expired' | 'used' | 'dead' | 'other_issuer'; readonly value: OneTimeValue }

/** A token request compared with the authorization request that its code comes from. */
export interface AuthorizationReading {
  readonly facts: AuthorizationFacts
  readonly redirectUri: 'absent' | 'same' | 'different'
  readonly codeVerifier: string | null
  /** The SHA-256 of the verifier is the challenge. RFC7636-4.6 */
  readonly verifierMatches: boolean
}

export interface TxCodeReading {
  /** What the offer says of the transaction code; `null` when it asks for none. */
  readonly offered: TransactionCodeOffer | null
  readonly sent: boolean
  /** `null` when none was offered or sent. */
  readonly correct: boolean | null
  readonly fits: boolean | null
  readonly length: number
  /** Wrong codes before this request. */
  readonly wrongBefore: number
}
