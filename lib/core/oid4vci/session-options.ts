/** Options of an issuance session, all extensions of the session request. */
export interface SessionOptions {
  /** Prefix of the deeplink. */
  readonly scheme: string
  /** What we do with DPoP nonces, RFC 9449 section 8. */
  readonly dpop_nonce: 'off' | 'offered' | 'required'
}
