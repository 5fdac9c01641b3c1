import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'

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
export function publicKeyOf(jwk: Readonly<JsonWebKey>): KeyObject {
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
