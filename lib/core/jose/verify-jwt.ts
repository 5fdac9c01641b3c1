import { compactVerify } from 'jose'
import { importPublicKey } from './import-public-key'
import type { ReadableJwt } from './read-jwt'
import { signatureAlgorithm } from './signature-algorithms'

/**
 * Whether the signature of a compact JWS was made with the private half of `jwk`. The token comes as it was read, so
 * that it is not read again. Only `algorithms` are accepted, whatever header or key say; `none` and MACs never are. A
 * token with `crit` is not verified, for we understand no extension (RFC 7515 section 4.1.11). Bad input is `false`; never
 * throws. Says nothing about claims or time: those are facts for checks of their own.
 */
export async function verifyJwtSignature({
  jwt,
  jwk,
  algorithms,
}: {
  readonly jwt: Pick<ReadableJwt, 'header' | 'value'>
  readonly jwk: unknown
  readonly algorithms: readonly string[]
}): Promise<boolean> {
  if (Object.hasOwn(jwt.header, 'crit') || Object.hasOwn(jwt.header, 'b64')) return false
  const { alg } = jwt.header
  if (typeof alg !== 'string' || signatureAlgorithm(alg) === null || !algorithms.includes(alg)) return false
  const key = await importPublicKey(jwk, alg)
  if (key === null) return false
  try {
    await compactVerify(jwt.value, key, { algorithms: [alg] })
    return true
  } catch {
    return false
  }
}
