import { createECDH } from 'node:crypto'
import type { Signer } from '@/lib/core/ground/ports/ports'

/**
 * Makes a P-256 key pair: the public JWK members and the private `d`, always 32 bytes long. RFC 7518 section 6.2.2.1
 *
 * Avoids `generateKeyPairSync`, because exporting its key object can deadlock the process: the export holds the key's
 * lock, and a garbage collection during it takes the same lock to delete the job that made the key.
 */
export function newP256Key(): { readonly publicJwk: Signer['publicJwk']; readonly d: string } {
  const pair = createECDH('prime256v1')
  // One byte for "uncompressed", then both coordinates. SEC 1 section 2.3.3
  const point = pair.generateKeys()
  return {
    publicJwk: { kty: 'EC', crv: 'P-256', x: base64url(point.subarray(1, 33)), y: base64url(point.subarray(33)) },
    d: base64url(Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)),
  }
}

const base64url = (bytes: Buffer): string => bytes.toString('base64url')
