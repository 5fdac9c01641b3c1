import type { EpochMillis } from '../time/time'

/** A private ES256 key that never leaves its adapter. `x5c`: base64 DER, leaf first, no trust anchor. */
export interface Signer {
  readonly kid: string
  readonly alg: 'ES256'
  readonly x5c: readonly string[]
  /** Since when all its certificates are valid; `null` without one. */
  readonly validFrom: EpochMillis | null
  /** Public JWK with `kty`, `crv`, `x`, `y` only. */
  readonly publicJwk: { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string }
  /** JWS signature: r and s, 64 bytes (RFC 7518 section 3.4). */
  sign(data: Uint8Array): Uint8Array
}
