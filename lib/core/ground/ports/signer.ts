import type { EpochMillis } from '../time/time'

/** What signs a JWS: a private key that never leaves its adapter. `x5c`: base64 DER, leaf first, no trust anchor. */
export interface JwsSigner {
  readonly alg: 'ES256' | 'RS384'
  readonly x5c: readonly string[]
  /** JWS signature; for ES256 r and s, 64 bytes (RFC 7518 section 3.4). */
  sign(data: Uint8Array): Uint8Array
}

/** A private ES256 key. */
export interface Signer extends JwsSigner {
  readonly kid: string
  readonly alg: 'ES256'
  /** Since when all its certificates are valid; `null` without one. */
  readonly validFrom: EpochMillis | null
  /** Public JWK with `kty`, `crv`, `x`, `y` only. */
  readonly publicJwk: { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string }
}

/**
 * What is wrong with the signer of a request: its certificate signs itself; another key than that of the certificate signs;
 * the chain ends at a root that is published nowhere; a certificate between leaf and root is not sent; the key is an RSA key;
 * the certificate names another host.
 */
export type WrongSigner = 'self_signed' | 'other_key' | 'untrusted_chain' | 'incomplete_chain' | 'rsa' | 'other_name'
