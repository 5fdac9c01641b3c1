import { compactVerify } from 'jose'
import { publicMembers } from './public-members'
import { readJwt } from './read-jwt'
import { signatureAlgorithm } from './signature-algorithms'

/**
 * Tells whether the signature of a compact JWS was made with the private half of `jwk`.
 * Only `algorithms` are accepted, whatever header or key say; `none` and MACs never are. A token with `crit` is not
 * verified, for we understand no extension (RFC 7515 section 4.1.11). Bad input is `false`; never throws.
 * Says nothing about claims or time: those are facts for checks of their own.
 */
export async function verifyJwtSignature({
  token,
  jwk,
  algorithms,
}: {
  readonly token: string
  readonly jwk: unknown
  readonly algorithms: readonly string[]
}): Promise<boolean> {
  const jwt = readJwt(token)
  if (!jwt.readable || Object.hasOwn(jwt.header, 'crit') || Object.hasOwn(jwt.header, 'b64')) return false
  const { alg } = jwt.header
  if (typeof alg !== 'string' || signatureAlgorithm(alg) === null || !algorithms.includes(alg)) return false
  // `use`, `key_ops` and `alg` of the key are left out: a contradiction there is a finding, not a wrong signature.
  const key = publicMembers(jwk)
  if (key === null) return false
  try {
    await compactVerify(token, { ...key }, { algorithms: [alg] })
    return true
  } catch {
    return false
  }
}
