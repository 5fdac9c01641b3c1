import type { ClauseId } from '../../../shared/ports/clauses'
import { fromBase64url } from '../../../shared/values/base64url'
import { isObject, type Json, type JsonObject } from '../../../shared/values/json'
import type { RequestProblem } from './request-problem'

const place = '/client_metadata/jwks'

/** Most keys of a request that are told of one by one. */
const keysMax = 16

/** Bytes of a coordinate, by key type and curve. RFC7518-6.2.1, RFC8037-2 */
const coordinates: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  EC: { 'P-256': 32, 'P-384': 48, 'P-521': 66 },
  OKP: { X25519: 32, X448: 56 },
}

const agreements = ['ECDH-ES', 'ECDH-ES+A128KW', 'ECDH-ES+A192KW', 'ECDH-ES+A256KW']

/** Algorithms that encrypt to a key, by its type. RFC7518-4.1 */
const algorithms: Readonly<Record<string, readonly string[]>> = {
  EC: agreements,
  OKP: agreements,
  RSA: ['RSA-OAEP', 'RSA-OAEP-256', 'RSA-OAEP-384', 'RSA-OAEP-512', 'RSA1_5'],
}

/** Operations of a key that a response is encrypted to. RFC7517-4.3 */
const encrypting = ['deriveKey', 'deriveBits', 'encrypt', 'wrapKey']

/**
 * Whether a request for an encrypted response has a public key that a wallet can encrypt it to; otherwise what is wrong
 * with each of its keys. OID4VP-1FINAL-8.3
 */
export function responseKeyProblems({ response_mode: mode, client_metadata: metadata }: JsonObject): RequestProblem[] {
  // What is no object is told by itself.
  if (typeof mode !== 'string' || !mode.endsWith('.jwt') || (metadata !== undefined && !isObject(metadata))) return []
  const jwks = isObject(metadata) ? metadata.jwks : undefined
  if (jwks === undefined) return [violation('', 'The request must have this member.')]
  if (!isObject(jwks) || !Array.isArray(jwks.keys) || jwks.keys.length === 0)
    return [violation('', 'The member must be a set with at least one key: the response is encrypted to it.')]
  const problems = (jwks.keys as readonly Json[]).slice(0, keysMax).map(problemOf)
  if (jwks.keys.length > keysMax || problems.includes(null)) return []
  return problems.flatMap((one, index) =>
    one === null ? [] : [violation(`/keys/${index}${one[0]}`, `No key can encrypt the response. ${one[1]}`, one[2])],
  )
}

const violation = (path: string, message: string, clause: ClauseId = 'OID4VP-1FINAL-8.3'): RequestProblem => ({
  code: 'invalid_presentation_request',
  severity: 'violation',
  pointer: `${place}${path}`,
  message,
  clause,
})

type KeyProblem = readonly [path: string, message: string, clause: ClauseId]

/** Why no response can be encrypted to a key; `null` if it can. */
function problemOf(key: Json): KeyProblem | null {
  if (!isObject(key)) return ['', 'A key must be an object.', 'RFC7517-5']
  const { kty, use, key_ops: operations, alg } = key
  const fitting = typeof kty === 'string' && Object.hasOwn(algorithms, kty) ? algorithms[kty] : undefined
  if (fitting === undefined) return ['/kty', 'The kty must be EC, OKP or RSA.', 'RFC7518-6.1']
  if (use !== undefined && use !== 'enc') return ['/use', 'The use must be enc, or absent.', 'RFC7517-4.2']
  if (
    operations !== undefined &&
    !(Array.isArray(operations) && operations.some((one) => encrypting.some((name) => name === one)))
  )
    return ['/key_ops', 'The key_ops must have one of encryption, or be absent.', 'RFC7517-4.3']
  if (alg === undefined) return ['/alg', 'A key must have its alg.', 'OID4VP-1FINAL-8.3']
  if (!fitting.some((one) => one === alg))
    return ['/alg', `The alg must be one that encrypts to such a key, such as ${fitting[0]}.`, 'OID4VP-1FINAL-8.3']
  return kty === 'RSA' ? ofRsa(key) : ofCurve(key, coordinates[String(kty)] ?? {})
}

const bytesOf = (value: unknown): Uint8Array | null => (typeof value === 'string' ? fromBase64url(value) : null)

const ofRsa = ({ n, e }: Record<string, unknown>): KeyProblem | null =>
  (bytesOf(n)?.length ?? 0) >= 256 && (bytesOf(e)?.length ?? 0) > 0
    ? null
    : ['', 'An RSA key must have its n, of 2048 bits or more, and its e.', 'RFC7518-4.3']

function ofCurve(
  { kty, crv, x, y }: Record<string, unknown>,
  sizes: Readonly<Record<string, number>>,
): KeyProblem | null {
  const size = typeof crv === 'string' && Object.hasOwn(sizes, crv) ? sizes[crv] : undefined
  if (size === undefined) return ['/crv', `The crv must be one of ${Object.keys(sizes).join(', ')}.`, 'RFC7518-6.2.1.1']
  const [first, second] = [bytesOf(x), bytesOf(y)]
  if (first?.length !== size) return ['/x', `The x must be ${size} bytes in base64url.`, 'RFC7518-6.2.1.2']
  if (kty !== 'EC') return null
  if (second?.length !== size) return ['/y', `The y must be ${size} bytes in base64url.`, 'RFC7518-6.2.1.3']
  return crv !== 'P-256' || isOnP256(first, second)
    ? null
    : ['', 'The x and y must be a point of the curve.', 'RFC7518-6.2.1']
}

/** Prime and constant of the curve P-256. SEC 2 section 2.4.2 */
const prime = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn
const constant = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn

const isOnP256 = (first: Uint8Array, second: Uint8Array): boolean => {
  const [x, y] = [numberOf(first), numberOf(second)]
  return x < prime && y < prime && (y * y - (x * x * x - 3n * x + constant)) % prime === 0n
}

const numberOf = (bytes: Uint8Array): bigint => bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n)
