import { createPublicKey, diffieHellman, hkdfSync, type KeyObject } from 'node:crypto'
import { type DecryptionKey, decryptJwe } from '@/lib/core/ground/jose/jwe'
import type { Decrypter } from '@/lib/core/ground/ports/keys'
import { openHpke } from './hpke'
import { p256PublicJwk, signer } from './signer'

/** The `alg` and `enc` values that a key may be used with. */
export interface Algorithms {
  readonly keyManagement: readonly string[]
  readonly contentEncryption: readonly string[]
}

/** The algorithms that issuers publish; they decrypt nothing else. OID4VCI-1FINAL-12.2.4 */
const published: Algorithms = { keyManagement: ['ECDH-ES'], contentEncryption: ['A128GCM', 'A256GCM'] }

/**
 * Decrypts compact JWEs for this P-256 key. `kid` is the RFC 7638 thumbprint unless another is given. Throws for a key
 * of another kind.
 */
export const decrypter = (
  privateKey: KeyObject,
  algorithms: Algorithms = published,
  kid: string = signer(privateKey).kid,
): Decrypter =>
  decrypterOf(
    { kid, publicJwk: p256PublicJwk(privateKey), opensWith: privateKey, privateKey: () => privateKey },
    algorithms,
  )

/**
 * Like `decrypter`, for a key whose public half is known. `opensWith` is the private half as used to open JWEs;
 * `privateKey` makes the KeyObject when a key is derived, or a
 * message of HPKE opened.
 */
export function decrypterOf(
  {
    kid,
    publicJwk,
    opensWith,
    privateKey,
  }: Pick<Decrypter, 'kid' | 'publicJwk'> & {
    readonly opensWith: DecryptionKey
    readonly privateKey: () => KeyObject
  },
  { keyManagement, contentEncryption }: Algorithms,
): Decrypter {
  return {
    kid,
    publicJwk,
    decrypt: (jwe) => decryptJwe({ jwe, privateKey: opensWith, keyManagement, contentEncryption }),
    deriveKey({ publicJwk: other, salt, info }) {
      try {
        const publicKey = createPublicKey({ key: { ...other }, format: 'jwk' })
        const shared = diffieHellman({ privateKey: privateKey(), publicKey })
        return new Uint8Array(hkdfSync('sha256', shared, salt, info, 32))
      } catch {
        return null
      }
    },
    openHpke: (message) => openHpke({ privateKey: privateKey(), publicJwk }, message),
  }
}
