/** What the nonce endpoint reads of a request. */
export interface NonceReading {
  readonly bodyBytes: number
  readonly authorizationSent: boolean
}
