import type { OneTimeValue } from '../../../ground/ports/store-types'
import type { EpochMillis } from '../../../ground/time/time'
import type { EncryptedRequestReading } from '../encryption/encrypted-request-reading'
import type { DpopReading } from '../oauth/dpop/dpop-reading'
import type { AccessTokenReading } from '../oauth/read-access-token'
import type { Transaction } from './transaction'

/** A deferred credential request, as far as it can be read. OID4VCI-1FINAL-9.1 */
export interface DeferredReading extends EncryptedRequestReading {
  readonly now: EpochMillis
  readonly accessToken: AccessTokenReading
  readonly dpop: DpopReading
  /** As sent. */
  readonly transactionId: unknown
  readonly transaction: TransactionReading
}

/**
 * What is known of the transaction that a request names. `absent`: it names none. `other_grant`: that of another grant than
 * the access token. `used`: its credentials were issued.
 */
export type TransactionReading =
  | { readonly state: 'absent' | 'unknown' | 'other_issuer' | 'other_grant' }
  | {
      readonly state: 'used' | 'alive'
      readonly value: OneTimeValue
      readonly history: Transaction
      /** The response that issued or denied its credentials may have got lost with a restart of this service. */
      readonly endLost?: true
    }
