import { compactVerify } from 'jose'
import type { VerifySignature } from '../ports/ports'
import { fromBase64url, utf8 } from '../values/base64url'
import { importPublicKey } from './import-public-key'
import { publicMembers } from './public-members'
import type { ReadableJwt } from './read-jwt'
import { signatureAlgorithm } from './signature-algorithms'

/**
 * Whether the signature of a compact JWS was made with the private half of `jwk`. The token comes as it was read, so
 * that it is not read again. Only `algorithms` are accepted, whatever header or key say; `none` and MACs never are. A
 * token with `crit` is not verified, for we understand no extension (RFC 7515 section 4.1.11). Bad input is `false`; never
 * throws. Says nothing about claims or time: those are facts for checks of their own. `verifySignature` verifies ES256 at
 * once, with the same result.
 */
export async function verifyJwtSignature({
  jwt,
  jwk,
  algorithms,
  verifySignature,
}: {
  readonly jwt: Pick<ReadableJwt, 'header' | 'value'>
  readonly jwk: unknown
  readonly algorithms: readonly string[]
  readonly verifySignature?: VerifySignature | undefined
}): Promise<boolean> {
  if (Object.hasOwn(jwt.header, 'crit') || Object.hasOwn(jwt.header, 'b64')) return false
  const { alg } = jwt.header
  if (typeof alg !== 'string' || signatureAlgorithm(alg) === null || !algorithms.includes(alg)) return false
  if (verifySignature && alg === 'ES256') return isSignedByP256(jwt.value, jwk, verifySignature)
  const key = await importPublicKey(jwk, alg)
  if (key === null) return false
  try {
    await compactVerify(jwt.value, key, { algorithms: [alg] })
    return true
  } catch {
    return false
  }
}

/** RFC7515-5.2, RFC7518-3.4 */
function isSignedByP256(token: string, jwk: unknown, verifySignature: VerifySignature): boolean {
  const publicJwk = publicMembers(jwk)
  const [header, payload, encoded, ...others] = token.split('.', 4)
  if (publicJwk?.crv !== 'P-256' || payload === undefined || encoded === undefined || others.length > 0) return false
  const signature = fromBase64url(encoded)
  if (signature?.length !== 64) return false
  return verifySignature({ hash: 'sha-256', publicJwk, data: utf8(`${header}.${payload}`), signature })
}
