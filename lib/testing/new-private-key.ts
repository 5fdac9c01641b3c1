import { createPrivateKey, type KeyObject } from 'node:crypto'
import { newP256Key } from '@/lib/adapters/crypto/signer'

/** A new P-256 key that may be exported. */
export function newPrivateKey(): KeyObject {
  const { publicJwk, d } = newP256Key()
  return createPrivateKey({ key: { ...publicJwk, d }, format: 'jwk' })
}
