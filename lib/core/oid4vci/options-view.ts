import type { JsonObject } from '../json'
import type { SessionOptions } from '../session-options'
import { transactionCodeObject } from './transaction-code'

/** The options of a session as they are shown. */
export const optionsView = ({ scheme, dpop_nonce, tx_code }: SessionOptions): JsonObject => ({
  scheme,
  dpop_nonce,
  ...(tx_code ? { tx_code: transactionCodeObject(tx_code) } : {}),
})
