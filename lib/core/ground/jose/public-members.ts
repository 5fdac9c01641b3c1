import { fromBase64url, isBase64url } from '../values/base64url'
import { isObject } from '../values/json'
import { isRsaExponent, rsaExponentBitsMax, rsaModulusBitsMax } from './rsa-bounds'

/** Members that make up the public key of each kind, in the order of RFC 7638 section 3.2. */
const membersOf: Readonly<Record<string, readonly string[]>> = {
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
  RSA: ['e', 'kty', 'n'],
}

/** Bytes of a coordinate, RFC 7518 section 6.2.1.2 (leading zeros are kept) and RFC 8037 section 2. */
const coordinateBytes: Readonly<Record<string, number>> = {
  'P-256': 32,
  'P-384': 48,
  'P-521': 66,
  Ed25519: 32,
  X25519: 32,
}

/** Bytes that the numbers of an RSA key may have. */
const rsaBytesMax: Readonly<Record<string, number>> = { n: rsaModulusBitsMax / 8, e: rsaExponentBitsMax / 8 }

/**
 * The members of a JWK that make up the public key, and nothing else: no private member, no `kid`, `alg` or `use`.
 * `null` when it is not an asymmetric key, a member is missing, is not base64url in the one spelling that
 * RFC 7518 allows (two spellings of one key would have two thumbprints), or is a number that no RSA key may have here.
 */
export function publicMembers(jwk: unknown): Record<string, string> | null {
  if (!isObject(jwk) || typeof jwk.kty !== 'string' || !Object.hasOwn(membersOf, jwk.kty)) return null
  const members: Record<string, string> = {}
  for (const name of membersOf[jwk.kty] ?? []) {
    const value = Object.hasOwn(jwk, name) ? jwk[name] : undefined
    if (typeof value !== 'string') return null
    if (name !== 'kty' && name !== 'crv' && !isCanonical(name, value, members.crv)) return null
    members[name] = value
  }
  return members
}

function isCanonical(name: string, value: string, curve: string | undefined): boolean {
  const bytes = fromBase64url(value)
  if (bytes === null || bytes.length === 0 || !isBase64url(value)) return false
  if (curve === undefined) {
    if (bytes[0] === 0 || bytes.length > (rsaBytesMax[name] ?? 0)) return false
    return name !== 'e' || isRsaExponent(bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n))
  }
  return !Object.hasOwn(coordinateBytes, curve) || bytes.length === coordinateBytes[curve]
}
