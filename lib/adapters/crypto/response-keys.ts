import { createPrivateKey, type KeyObject, randomUUID } from 'node:crypto'
import { seal, unseal } from '@/lib/core/jose/seal'
import { isObject } from '@/lib/core/json'
import type { ResponseKey, VerifierKeys } from '@/lib/core/ports'
import { type Algorithms, decrypterOf } from './decrypter'
import { newP256Key } from './new-p256-key'

/**
 * Encryption accepted for responses: more than is advertised, so that a wrongly chosen algorithm can still be decrypted
 * and judged.
 */
const accepted: Algorithms = {
  keyManagement: ['ECDH-ES', 'ECDH-ES+A128KW', 'ECDH-ES+A256KW'],
  contentEncryption: ['A128GCM', 'A192GCM', 'A256GCM', 'A128CBC-HS256', 'A256CBC-HS512'],
}

/**
 * Makes and opens the keys that presentations are encrypted to, one per session (HAIP-5). The private half is stored
 * with the session, sealed under `sealingKey`: 32 bytes that never leave the installation.
 */
export const responseKeys = (sealingKey: Uint8Array): Pick<VerifierKeys, 'createResponseKey' | 'openResponseKey'> => ({
  async createResponseKey(): Promise<ResponseKey> {
    const { publicJwk, d } = newP256Key()
    const kid = randomUUID()
    const text = JSON.stringify({ kid, jwk: { ...publicJwk, d } })
    return { kid, publicJwk, sealed: await seal({ text, key: sealingKey }) }
  },

  async openResponseKey(sealed) {
    const text = await unseal({ sealed, key: sealingKey })
    if (text === null) return null
    const value: unknown = JSON.parse(text)
    if (!isObject(value) || typeof value.kid !== 'string' || !isObject(value.jwk)) return null
    const { kid, jwk } = value
    const { kty, crv, x, y } = jwk
    if (kty !== 'EC' || crv !== 'P-256' || typeof x !== 'string' || typeof y !== 'string') return null
    let made: KeyObject | null = null
    const privateKey = (): KeyObject => {
      made ??= createPrivateKey({ key: jwk, format: 'jwk' })
      return made
    }
    return decrypterOf({ kid, publicJwk: { kty, crv, x, y }, privateKey }, accepted)
  },
})
