import type { SessionOptions } from '../../ground/ports/issuer-options'
import type { JsonObject } from '../../ground/values/json'
import { transactionCodeObject } from './transaction-code'

/** The session options as shown in the read-back. */
export const optionsView = ({ scheme, dpop_nonce, tx_code, fault, settle_seconds }: SessionOptions): JsonObject => ({
  scheme,
  dpop_nonce,
  ...(tx_code ? { tx_code: transactionCodeObject(tx_code) } : {}),
  ...(fault === undefined ? {} : { fault }),
  ...(settle_seconds === undefined ? {} : { settle_seconds }),
})
