import { toBase64url } from '../values/base64url'

/** Curves y² = x³ - 3x + b over a prime p. NIST SP 800-186 section 3.2.1 */
const curves = {
  'P-256': {
    bytes: 32,
    p: 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn,
    b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
  },
  'P-384': {
    bytes: 48,
    p: 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffffn,
    b: 0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aefn,
  },
} as const

export type CompressedCurve = keyof typeof curves

/**
 * The JWK of a public key that came as a compressed point: a byte for the sign of y, then x. `null` for what is no point
 * of the curve. SEC 1 section 2.3.4
 */
export function decompressPoint(crv: CompressedCurve, point: Uint8Array) {
  const { bytes, p, b } = curves[crv]
  const sign = point[0]
  if (point.length !== bytes + 1 || (sign !== 2 && sign !== 3)) return null
  const x = point.slice(1).reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)
  if (x >= p) return null
  const square = (((x * x * x - 3n * x + b) % p) + p) % p
  // Both primes are 3 modulo 4, so that this power is the root where there is one.
  const root = power(square, (p + 1n) / 4n, p)
  if ((root * root) % p !== square) return null
  const y = (root & 1n) === BigInt(sign & 1) ? root : p - root
  return { kty: 'EC', crv, x: encode(x, bytes), y: encode(y, bytes) }
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  let square = base
  for (let left = exponent; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}

const encode = (value: bigint, bytes: number): string =>
  toBase64url(
    Uint8Array.from({ length: bytes }, (_, index) => Number((value >> BigInt(8 * (bytes - 1 - index))) & 255n)),
  )
