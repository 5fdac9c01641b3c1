import crypto, {
  createHash,
  createHmac,
  createPublicKey,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  verify,
} from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type {
  Digest,
  Hmac,
  IsPublicKey,
  KeyedHash,
  Random,
  Sha256,
  VerifySignature,
} from '@/lib/core/shared/ports/ports'

/** Digests bytes, or a string's UTF-8, with an algorithm under its Node name. */
type Hash = (algorithm: 'sha256' | 'sha384' | 'sha512', data: string | Uint8Array) => Buffer

const byObject: Hash = (algorithm, data) => createHash(algorithm).update(data).digest()

const atOnce: Hash = (algorithm, data) => crypto.hash(algorithm, data, 'buffer')

/** Node 20.12 and later digest in one call, which halves the cost. */
export const hash: Hash = typeof crypto.hash === 'function' ? atOnce : byObject

/** SHA-256 of bytes, or of the UTF-8 of a string. */
export const sha256: Sha256 = (data) => hash('sha256', data)

const nodeNames = { 'sha-256': 'sha256', 'sha-384': 'sha384', 'sha-512': 'sha512' } as const

/** Digests bytes, or a string's UTF-8, with an algorithm under its registered name. */
export const digest: Digest = (algorithm, data) => hash(nodeNames[algorithm], data)

/** HMAC-SHA-256 of bytes. */
export const hmac: Hmac = (key, data) => createHmac('sha256', key).update(data).digest()

/** Whether OpenSSL accepts the members as a public key, which includes that the point is on its curve. */
export const isPublicKey: IsPublicKey = (publicJwk) => {
  try {
    publicKeyOf(publicJwk)
    return true
  } catch {
    return false
  }
}

/** Whether a signature over bytes is valid; false for a malformed key or signature. */
export const verifySignature: VerifySignature = ({ hash: name, publicJwk, data, signature }) => {
  try {
    const key = publicKeyOf(publicJwk)
    return verify(name && nodeNames[name], data, { key, dsaEncoding: 'ieee-p1363' }, signature)
  } catch {
    return false
  }
}

/**
 * HMAC-SHA-256 under the installation's key. Each purpose has its own derived key, so values of different purposes
 * never coincide.
 */
export function keyedHash(installationKey: Uint8Array): KeyedHash {
  // Purposes are constants in our code; the bound guards against a caller that passes other values.
  const derived = new LRUCache<string, Buffer>({ max: purposesMax })
  const keyFor = (purpose: string): Buffer => {
    const known = derived.get(purpose)
    if (known) return known
    const key = createHmac('sha256', installationKey).update(purpose).digest()
    derived.set(purpose, key)
    return key
  }
  return (purpose, data) => createHmac('sha256', keyFor(purpose)).update(data).digest()
}

const purposesMax = 64

/** Number of cached keys: one wallet's key comes in several requests of an issuance or a presentation. */
const keysMax = 1000

/** The coordinates of the largest curve take 176 characters. */
const nameCharactersMax = 256

/** By the members that make up the key, in canonical form. */
const keys = new LRUCache<string, KeyObject>({ max: keysMax })

/**
 * Imports the public key of a JWK. Caches elliptic-curve keys only, by their public members, so that cache keys never
 * contain private ones. Throws if the JWK is not a key.
 */
function publicKeyOf(jwk: Readonly<JsonWebKey>): KeyObject {
  const { kty, crv, x, y } = jwk
  if (kty !== 'EC' || crv === undefined || x === undefined || y === undefined)
    return createPublicKey({ key: { ...jwk }, format: 'jwk' })
  const name = JSON.stringify([crv, x, y])
  const known = keys.get(name)
  if (known) return known
  const key = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' })
  if (name.length <= nameCharactersMax) keys.set(name, key)
  return key
}

/** Cryptographically secure random bytes. */
export const random: Random = (bytes) => randomBytes(bytes)

/** The members that a thumbprint covers, in order. RFC 7638 section 3.2, RFC 8037 section 2. */
const required: Readonly<Record<string, readonly string[]>> = {
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
  RSA: ['e', 'kty', 'n'],
}

/** RFC 7638 thumbprint of a public JWK, base64url; `null` when it is not a public key. Synchronous, for redaction. */
export function thumbprintOf(jwk: Readonly<Record<string, unknown>>): string | null {
  const names = typeof jwk.kty === 'string' ? required[jwk.kty] : undefined
  if (!names?.every((name) => typeof jwk[name] === 'string')) return null
  const canonical = JSON.stringify(Object.fromEntries(names.map((name) => [name, jwk[name]])))
  return hash('sha256', canonical).toString('base64url')
}
