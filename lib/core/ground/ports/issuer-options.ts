/** The `tx_code` object of an offer. OID4VCI-1FINAL-4.1.1 */
export interface TransactionCodeOffer {
  readonly input_mode?: 'numeric' | 'text' | undefined
  readonly length?: number | undefined
  readonly description?: string | undefined
}

/** Options of an issuance session, all extensions of the session request. */
export interface SessionOptions {
  /** Prefix of the deeplink. */
  readonly scheme: string
  /** What we do with DPoP nonces, RFC 9449 section 8. */
  readonly dpop_nonce: 'off' | 'offered' | 'required'
  /** The offer asks for a transaction code like this; absent = it does not. */
  readonly tx_code?: TransactionCodeOffer
  /** Id of what is wrong, or unusual, on purpose; absent = nothing. */
  readonly fault?: string
  /** Seconds of silence after the changed answer that the session waits; only with a fault. */
  readonly settle_seconds?: number
}
