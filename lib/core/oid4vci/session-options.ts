import type { JsonObject } from '../json'
import { type TransactionCodeOffer, transactionCodeObject } from './transaction-code'

/** Options of an issuance session, all extensions of the session request. */
export interface SessionOptions {
  /** Prefix of the deeplink. */
  readonly scheme: string
  /** What we do with DPoP nonces, RFC 9449 section 8. */
  readonly dpop_nonce: 'off' | 'offered' | 'required'
  /** The offer asks for a transaction code like this; absent = it does not. */
  readonly tx_code?: TransactionCodeOffer
}

/** The options as they are shown. */
export const optionsView = ({ scheme, dpop_nonce, tx_code }: SessionOptions): JsonObject => ({
  scheme,
  dpop_nonce,
  ...(tx_code ? { tx_code: transactionCodeObject(tx_code) } : {}),
})
