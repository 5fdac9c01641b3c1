import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { newP256Key } from './signer'

it('a new key signs what its public half verifies, and every number of it has 32 bytes', () => {
  // About one key in 256 begins with a zero byte, which must be kept.
  for (let count = 0; count < 2000; count += 1) {
    const { publicJwk, d } = newP256Key()
    expect([publicJwk.x, publicJwk.y, d].map((part) => Buffer.from(part, 'base64url').length)).toEqual([32, 32, 32])
    if (count % 100 !== 0) continue
    const privateKey = createPrivateKey({ key: { ...publicJwk, d }, format: 'jwk' })
    const signature = sign('sha256', Buffer.from('a'), privateKey)
    expect(verify('sha256', Buffer.from('a'), createPublicKey({ key: publicJwk, format: 'jwk' }), signature)).toBe(true)
  }
})
