import { readJsonText } from '../http/read-json'
import { readPublicJwk } from '../jose/jwk'
import { fromBase64url, fromUtf8, toBase64url } from '../values/base64url'

/** What a DID says by itself; nothing is ever fetched. */
export type ResolvedDid =
  | {
      readonly resolved: true
      readonly jwk: Readonly<Record<string, string>>
      /** Id of its only verification method. */
      readonly keyId: string
      /** Private members of its key, e.g. `d`: anyone who sees such a DID can sign as its subject. */
      readonly privateMembers: readonly string[]
    }
  | { readonly resolved: false; readonly because: 'method_not_supported' | 'malformed' }

/** The method of a DID, e.g. `key`; `null` if the text is no DID. DID-CORE-3.1 */
export const didMethod = (did: string): string | null => /^did:([a-z0-9]+):[^?#/\s]+$/.exec(did)?.[1] ?? null

/**
 * Resolves a `did:jwk`, or a `did:key` of P-256, P-384 or Ed25519. Never throws.
 * See https://github.com/quartzjer/did-jwk and https://w3c-ccg.github.io/did-key-spec/
 */
export async function resolveDid(did: string): Promise<ResolvedDid> {
  const method = didMethod(did)
  const text = did.split(':').slice(2).join(':')
  if (method === 'jwk') return verified(keyOfDidJwk(text), `${did}#0`)
  if (method === 'key') return verified(keyOfDidKey(text), `${did}#${text}`)
  return { resolved: false, because: method === null ? 'malformed' : 'method_not_supported' }
}

async function verified(value: unknown, keyId: string): Promise<ResolvedDid> {
  const { publicJwk, privateMembers } = await readPublicJwk(value)
  return publicJwk === null
    ? { resolved: false, because: 'malformed' }
    : { resolved: true, jwk: publicJwk, keyId, privateMembers }
}

function keyOfDidJwk(text: string): unknown {
  const bytes = fromBase64url(text)
  const json = bytes && fromUtf8(bytes)
  if (json === null) return null
  const read = readJsonText(json)
  return read.ok ? read.value : null
}

/** Multicodec prefixes of key types, as their two bytes. https://github.com/multiformats/multicodec */
const codes = { ed25519: '237,1', p256: '128,36', p384: '129,36' }

function keyOfDidKey(text: string): unknown {
  const bytes = text.startsWith('z') ? fromBase58(text.slice(1)) : null
  if (bytes === null) return null
  const key = bytes.slice(2)
  switch (bytes.slice(0, 2).join(',')) {
    case codes.ed25519:
      return { kty: 'OKP', crv: 'Ed25519', x: toBase64url(key) }
    case codes.p256:
      return decompressPoint('P-256', key)
    case codes.p384:
      return decompressPoint('P-384', key)
    default:
      return null
  }
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Longest text to decode: a P-521 key has 70 bytes, and decoding takes quadratic time. */
const charactersMax = 256

/** Decodes base58btc (multibase `z`); `null` for any other text and for one too long for a key. */
export function fromBase58(text: string): Uint8Array | null {
  if (text.length > charactersMax) return null
  let value = 0n
  for (const character of text) {
    const digit = alphabet.indexOf(character)
    if (digit === -1) return null
    value = value * 58n + BigInt(digit)
  }
  const bytes: number[] = []
  for (; value > 0n; value >>= 8n) bytes.unshift(Number(value & 255n))
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  return Uint8Array.from([...Array<number>(zeros).fill(0), ...bytes])
}

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

type CompressedCurve = keyof typeof curves

/**
 * The JWK of a compressed point: one byte for the sign of y, then x. `null` if it is not on the curve. SEC 1 section
 * 2.3.4
 */
function decompressPoint(crv: CompressedCurve, point: Uint8Array) {
  const { bytes, p, b } = curves[crv]
  const sign = point[0]
  if (point.length !== bytes + 1 || (sign !== 2 && sign !== 3)) return null
  const x = point.slice(1).reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)
  if (x >= p) return null
  const square = (((x * x * x - 3n * x + b) % p) + p) % p
  // Both primes are 3 modulo 4, so this power is the square root if there is one.
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
