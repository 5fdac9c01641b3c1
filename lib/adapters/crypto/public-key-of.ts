import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** Keys that are kept ready: those of an issuance and of a presentation come in several requests. */
const keysMax = 1000
/** Coordinates of the largest curve take 176. */
const nameCharactersMax = 256
/** By the members that make up the key, in their one spelling. */
const keys = new LRUCache<string, KeyObject>({ max: keysMax })

/**
 * The public key of a JWK. Takes the members of elliptic curves alone, so that nothing private is in the names of what is
 * kept. Throws for what is no key.
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
