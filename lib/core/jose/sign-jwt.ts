import { toBase64url, utf8 } from '../base64url'
import type { Signer } from '../ports'

/**
 * Makes a compact JWS. `alg` comes from the signer; all other header members are the caller's.
 * @see RFC7515-7.1
 */
export function signJwt({
  header,
  claims,
  signer,
}: {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  readonly signer: Signer
}): string {
  const encode = (part: object) => toBase64url(utf8(JSON.stringify(part)))
  const signingInput = `${encode({ ...header, alg: signer.alg })}.${encode(claims)}`
  return `${signingInput}.${toBase64url(signer.sign(utf8(signingInput)))}`
}
