/** The wallet ends the flow itself: it cannot use what it received, or it lacks something. */
export class WalletStop extends Error {
  override readonly name = 'WalletStop'
}

/** What a server said when it refused (RFC 6749 section 5.2, OID4VCI section 8.3.1). */
export interface Refusal {
  status: number
  error: string | null
  error_description: string | null
  error_uri: string | null
}

/** The server answered with something other than success. */
export class Refused extends Error {
  override readonly name = 'Refused'

  constructor(
    readonly step: string,
    readonly refusal: Refusal,
  ) {
    super(`${step}: ${refusal.status} ${refusal.error ?? 'without an error code'}`)
  }
}
