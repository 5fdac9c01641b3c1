import { createECDH, createPrivateKey, hkdfSync, type KeyObject } from 'node:crypto'

/** Bytes that a private key is made of: 128 bits more than the order has, so that no key is likelier than another. */
const keyBytes = 48

/** Order of the group of P-256. SP 800-186 section 3.2.1.3 */
const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')

/** A private key on P-256 from a secret and what it is for. FIPS 186-5 A.2.1: the bits modulo (n - 1), plus 1 */
export function derivedKey(secret: Uint8Array, info: string): KeyObject {
  const bits = Buffer.from(hkdfSync('sha256', secret, '', info, keyBytes)).toString('hex')
  const d = Buffer.from(((BigInt(`0x${bits}`) % (order - 1n)) + 1n).toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(d)
  const point = pair.getPublicKey()
  return createPrivateKey({
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      d: d.toString('base64url'),
    },
    format: 'jwk',
  })
}
