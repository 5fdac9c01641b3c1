/** What the nonce endpoint sees of a request. */
export interface NonceReading {
  readonly bodyBytes: number
  readonly authorizationSent: boolean
}
