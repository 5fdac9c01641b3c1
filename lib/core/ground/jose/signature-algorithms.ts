/** What an algorithm needs of a key, and how long its signatures are. RFC7518-3.1, RFC 8037 section 3.1 */
interface SignatureAlgorithm {
  readonly kty: 'EC' | 'OKP' | 'RSA'
  /** `null` for RSA. */
  readonly crv: string | null
  /** Bytes of every signature; `null` where the key decides. */
  readonly bytes: number | null
}

const rsa: SignatureAlgorithm = { kty: 'RSA', crv: null, bytes: null }
const ed25519: SignatureAlgorithm = { kty: 'OKP', crv: 'Ed25519', bytes: 64 }

/** Digital signatures that can be verified here. `none` and MACs are not among them and never will be. */
const signatureAlgorithms: Readonly<Record<string, SignatureAlgorithm>> = {
  ES256: { kty: 'EC', crv: 'P-256', bytes: 64 },
  ES384: { kty: 'EC', crv: 'P-384', bytes: 96 },
  ES512: { kty: 'EC', crv: 'P-521', bytes: 132 },
  EdDSA: ed25519,
  Ed25519: ed25519,
  PS256: rsa,
  PS384: rsa,
  PS512: rsa,
  RS256: rsa,
  RS384: rsa,
  RS512: rsa,
}

/** The signature algorithm of this JOSE name; `null` for any that cannot be verified here. */
export const signatureAlgorithm = (alg: string): SignatureAlgorithm | null =>
  Object.hasOwn(signatureAlgorithms, alg) ? (signatureAlgorithms[alg] ?? null) : null

/** A key of this type and curve can be used with this algorithm. */
export function algorithmFitsKey(alg: string, jwk: Readonly<Record<string, unknown>>): boolean {
  const algorithm = signatureAlgorithm(alg)
  return algorithm !== null && jwk.kty === algorithm.kty && (algorithm.crv === null || jwk.crv === algorithm.crv)
}
