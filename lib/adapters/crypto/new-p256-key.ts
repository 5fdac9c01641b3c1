import { createECDH } from 'node:crypto'
import type { Signer } from '@/lib/core/ground/ports/ports'

/**
 * Makes a key pair on P-256: the public members of its JWK and the private one, which always has 32 bytes. RFC 7518
 * section 6.2.2.1
 *
 * Not with `generateKeyPairSync`: to export the key object that it returns can stop the process for ever. The export holds
 * the lock of the key, and a collection of garbage meanwhile takes the same lock to delete the job that made the key.
 */
export function newP256Key(): { readonly publicJwk: Signer['publicJwk']; readonly d: string } {
  const pair = createECDH('prime256v1')
  // A byte that says uncompressed, then both coordinates. SEC 1 section 2.3.3
  const point = pair.generateKeys()
  return {
    publicJwk: { kty: 'EC', crv: 'P-256', x: base64url(point.subarray(1, 33)), y: base64url(point.subarray(33)) },
    d: base64url(Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)),
  }
}

const base64url = (bytes: Buffer): string => bytes.toString('base64url')
