import { createPrivateKey, type KeyObject, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { unseal } from '@/lib/core/ground/jose/jwe'
import type { Decrypter, ResponseKey, VerifierKeys } from '@/lib/core/ground/ports/keys'
import { isObject } from '@/lib/core/ground/values/json'
import { type Algorithms, decrypterOf } from './decrypter'
import { newP256Key } from './new-p256-key'
import { sealText, unsealText } from './seal-key'

/**
 * Algorithms accepted for encrypted responses. More than we advertise, so that a response with a wrong one can still be
 * decrypted and judged.
 */
const accepted: Algorithms = {
  keyManagement: ['ECDH-ES', 'ECDH-ES+A128KW', 'ECDH-ES+A256KW'],
  contentEncryption: ['A128GCM', 'A192GCM', 'A256GCM', 'A128CBC-HS256', 'A256CBC-HS512'],
}

/** Number of opened keys to cache: a response needs its session's key twice, usually soon after the key was made. */
const openMax = 256

/**
 * Creates and opens the keys that presentations are encrypted to, one per session (HAIP-5). The private key is stored
 * with the session, sealed under `sealingKey`: 32 bytes that never leave the installation.
 */
export function responseKeys(sealingKey: Uint8Array): Pick<VerifierKeys, 'createResponseKey' | 'openResponseKey'> {
  /** By their sealed form. */
  const open = new LRUCache<string, Decrypter>({ max: openMax })
  return {
    async createResponseKey(kid = randomUUID()): Promise<ResponseKey> {
      const { publicJwk, d } = newP256Key()
      const sealed = sealText(JSON.stringify({ kid, jwk: { ...publicJwk, d } }), sealingKey)
      open.set(sealed, toDecrypter(kid, publicJwk, d))
      return { kid, publicJwk, sealed }
    },

    async openResponseKey(sealed) {
      const known = open.get(sealed)
      if (known !== undefined) return known
      const text = isJwe(sealed) ? await unseal({ sealed, key: sealingKey }) : unsealText(sealed, sealingKey)
      if (text === null) return null
      const value: unknown = JSON.parse(text)
      if (!isObject(value) || typeof value.kid !== 'string' || !isObject(value.jwk)) return null
      const { kty, crv, x, y, d } = value.jwk
      if (kty !== 'EC' || crv !== 'P-256') return null
      if (typeof x !== 'string' || typeof y !== 'string' || typeof d !== 'string') return null
      const decrypter = toDecrypter(value.kid, { kty, crv, x, y }, d)
      open.set(sealed, decrypter)
      return decrypter
    },
  }
}

/** Earlier versions sealed keys as JWEs; their sessions continue. */
const isJwe = (sealed: string): boolean => sealed.includes('.')

function toDecrypter(kid: string, publicJwk: ResponseKey['publicJwk'], d: string): Decrypter {
  const jwk = { ...publicJwk, d }
  let made: KeyObject | null = null
  const privateKey = (): KeyObject => {
    made ??= createPrivateKey({ key: jwk, format: 'jwk' })
    return made
  }
  return decrypterOf({ kid, publicJwk, opensWith: jwk, privateKey }, accepted)
}
