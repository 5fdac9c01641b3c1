import { createPublicKey, diffieHellman, hkdfSync, type KeyObject } from 'node:crypto'
import { decryptJwe } from '@/lib/core/jose/decrypt-jwe'
import type { Decrypter } from '@/lib/core/ports'
import { p256PublicJwk, signer } from './signer'

/** What may be opened with a key: values of `alg` and `enc`. */
export interface Algorithms {
  readonly keyManagement: readonly string[]
  readonly contentEncryption: readonly string[]
}

/** What issuers publish, and open nothing else. OID4VCI-1FINAL-12.2.4 */
const published: Algorithms = { keyManagement: ['ECDH-ES'], contentEncryption: ['A128GCM', 'A256GCM'] }

/**
 * Opens compact JWEs that were encrypted to this P-256 key. `kid` is the RFC 7638 thumbprint unless another is given.
 * Throws when the key is of another kind.
 */
export function decrypter(
  privateKey: KeyObject,
  algorithms: Algorithms = published,
  kid: string = signer(privateKey).kid,
): Decrypter {
  return {
    kid,
    publicJwk: p256PublicJwk(privateKey),
    decrypt: (jwe) => decryptJwe({ jwe, privateKey, ...algorithms }),
    deriveKey({ publicJwk, salt, info }) {
      try {
        const publicKey = createPublicKey({ key: { ...publicJwk }, format: 'jwk' })
        const shared = diffieHellman({ privateKey, publicKey })
        return new Uint8Array(hkdfSync('sha256', shared, salt, info, 32))
      } catch {
        return null
      }
    },
  }
}
