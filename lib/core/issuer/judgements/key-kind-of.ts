interface KeyKind {
  readonly kty: string
  readonly crv: string | null
}

const kinds: Readonly<Record<string, KeyKind>> = {
  ES256: { kty: 'EC', crv: 'P-256' },
  ES384: { kty: 'EC', crv: 'P-384' },
  ES512: { kty: 'EC', crv: 'P-521' },
  Ed25519: { kty: 'OKP', crv: 'Ed25519' },
  EdDSA: { kty: 'OKP', crv: null },
  PS256: { kty: 'RSA', crv: null },
  PS384: { kty: 'RSA', crv: null },
  PS512: { kty: 'RSA', crv: null },
  RS256: { kty: 'RSA', crv: null },
  RS384: { kty: 'RSA', crv: null },
  RS512: { kty: 'RSA', crv: null },
}

/** The kind of key that a signature algorithm works with (RFC 7518 section 3.1); `null` for any other value. */
export const keyKindOf = (alg: unknown): KeyKind | null =>
  typeof alg === 'string' && Object.hasOwn(kinds, alg) ? (kinds[alg] ?? null) : null
