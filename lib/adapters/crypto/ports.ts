import { createHmac, verify } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Digest, Hmac, IsPublicKey, KeyedHash, Sha256, VerifySignature } from '@/lib/core/ground/ports/ports'
import { hash } from './hash'
import { publicKeyOf } from './public-key-of'

/** SHA-256 of bytes, or of the UTF-8 of a string. */
export const sha256: Sha256 = (data) => hash('sha256', data)

const nodeNames = { 'sha-256': 'sha256', 'sha-384': 'sha384', 'sha-512': 'sha512' } as const

/** A digest by its registered name, of bytes or of the UTF-8 of a string. */
export const digest: Digest = (algorithm, data) => hash(nodeNames[algorithm], data)

/** HMAC-SHA-256 of bytes. */
export const hmac: Hmac = (key, data) => createHmac('sha256', key).update(data).digest()

/** Whether OpenSSL takes the members for a public key: a point has to be on its curve. */
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
 * HMAC-SHA-256 under the installation's key. Each purpose uses a separate derived key, so that values of different
 * purposes never coincide.
 */
export function keyedHash(installationKey: Uint8Array): KeyedHash {
  // Purposes are words of ours; the bound is for one that forgets it.
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
