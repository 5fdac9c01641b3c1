import type { JwsSigner } from '../ports/ports'
import { toBase64url, utf8 } from '../values/base64url'

/** What a JWS is made of. */
interface JwtInput {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  readonly signer: JwsSigner
}

/** A compact JWS with what it was made of, for evidence to show without reading it again. */
export interface MadeJwt extends Omit<JwtInput, 'signer'> {
  readonly token: string
}

/**
 * Makes a compact JWS. `alg` comes from the signer; all other header members are the caller's.
 * @see RFC7515-7.1
 */
export function makeJwt({ header: given, claims, signer }: JwtInput): MadeJwt {
  const encode = (part: object) => toBase64url(utf8(JSON.stringify(part)))
  const header = { ...given, alg: signer.alg }
  const signingInput = `${encode(header)}.${encode(claims)}`
  return { token: `${signingInput}.${toBase64url(signer.sign(utf8(signingInput)))}`, header, claims }
}

/** The same under `alg` `none`, which proves nothing. RFC7519-6 */
export function makeUnsignedJwt({ header: given, claims }: Omit<JwtInput, 'signer'>): MadeJwt {
  const header = { ...given, alg: 'none' }
  const [head, body] = [header, claims].map((part) => toBase64url(utf8(JSON.stringify(part))))
  return { token: `${head}.${body}.`, header, claims }
}

/** The same as text alone, where nobody shows what is in it. */
export const signJwt = (input: JwtInput): string => makeJwt(input).token
