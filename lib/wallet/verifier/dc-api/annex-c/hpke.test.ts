import { createPrivateKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type EcPublicJwk, walletKeyOf } from '../../../jose/key'
import { sealHpke } from './hpke'

const hex = (text: string): Buffer => Buffer.from(text, 'hex')
const jwkOf = (point: string): EcPublicJwk => ({
  kty: 'EC',
  crv: 'P-256',
  x: hex(point).subarray(1, 33).toString('base64url'),
  y: hex(point).subarray(33).toString('base64url'),
})

/** RFC 9180, appendix A.3.1: base mode, the first of its encryptions. */
const pkEm =
  '04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4'
const skEm = '4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb'
const pkRm =
  '04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0'

describe('sealing to a verifier', () => {
  it('gives the ciphertext of the example of RFC 9180', () => {
    const jwk = { ...jwkOf(pkEm), d: hex(skEm).toString('base64url') }
    const { enc, cipherText } = sealHpke({
      recipient: jwkOf(pkRm),
      ephemeral: walletKeyOf(createPrivateKey({ key: jwk, format: 'jwk' })),
      info: hex('4f6465206f6e2061204772656369616e2055726e'),
      aad: Buffer.from('Count-0'),
      plaintext: Buffer.from('Beauty is truth, truth beauty'),
    })
    expect(enc.toString('hex')).toBe(pkEm)
    expect(cipherText.toString('hex')).toBe(
      '5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434',
    )
  })
})
