/** What the credential is bound to. `vp.sdjwt.cnf`, `vp.sdjwt.cnf_jwk`, `vp.sdjwt.cnf_clean` RFC7800-3 */
export interface CnfReading {
  readonly present: boolean
  readonly isObject: boolean
  /** Names that RFC 7800 and RFC 9449 do not give to confirmation methods. */
  readonly unknownMembers: readonly string[]
  readonly jwk: CnfJwkReading
}

interface CnfJwkReading {
  readonly present: boolean
  readonly isObject: boolean
  readonly kty: string | null
  readonly crv: string | null
  /** `kty` is `oct`. */
  readonly symmetric: boolean
  /** Names of private or symmetric members that came along, e.g. `d`. */
  readonly privateMembers: readonly string[]
  readonly unknownMembers: readonly string[]
  /** A public key that can be used: for an elliptic curve its point lies on the curve. */
  readonly valid: boolean
  /** Members of the public key only; `null` when it is not valid. */
  readonly publicJwk: Readonly<Record<string, string>> | null
  /** RFC 7638 with SHA-256; `null` when it is not valid. */
  readonly thumbprint: string | null
}
