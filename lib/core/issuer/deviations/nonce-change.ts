/** What is altered where a wallet asks for a nonce. A member that is absent alters nothing. */
export interface NonceChange {
  /** What comes instead of a nonce. */
  readonly instead?: { readonly status: number; readonly mediaType: string; readonly body: string }
  /** The nonce is recorded at once, and sent after this many seconds. */
  readonly holdSeconds?: number
  /** Nonces repeat one that was handed out before and is still alive. */
  readonly repeats?: true
  /** The nonce is one that no credential request may use any more. */
  readonly spent?: true
  /** Only the first response is altered. */
  readonly once?: true
}
