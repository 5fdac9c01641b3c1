import { createPrivateKey } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sealHpke } from '@/lib/testing/presented/seal-hpke'
import { runs } from '@/scripts/thorough.mjs'
import { openHpke } from './hpke'
import { p256PublicJwk } from './signer'

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.replaceAll(/\s/g, ''), 'hex'))
const text = (opened: Uint8Array | null): string | null => opened && Buffer.from(opened).toString('utf8')

function keyOf(privateHex: string, pointHex: string): Parameters<typeof openHpke>[0] {
  const point = Buffer.from(bytes(pointHex))
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const d = Buffer.from(bytes(privateHex)).toString('base64url')
  const privateKey = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d }, format: 'jwk' })
  return { privateKey, publicJwk: p256PublicJwk(privateKey) }
}

/** RFC 9180, appendix A.3.1: base mode, the message with sequence number 0. */
const vector = {
  key: keyOf(
    'f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2',
    `04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f70
     6a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0`,
  ),
  message: {
    enc: bytes(
      `04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325
       ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4`,
    ),
    ciphertext: bytes(
      `5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f
       9076ac232e3ab2523f39513434`,
    ),
    info: bytes('4f6465206f6e2061204772656369616e2055726e'),
    aad: bytes('436f756e742d30'),
  },
}

/** The same appendix, A.3.2: the mode with a pre-shared key, which is not the one that is spoken here. */
const other = keyOf(
  '438d8bcef33b89e0e9ae5eb0957c353c25a94584b0dd59c991372a75b43cb661',
  `040d97419ae99f13007a93996648b2674e5260a8ebd2b822e84899cd52d874
   46ea394ca76223b76639eccdf00e1967db10ade37db4e7db476261fcc8df97c5ffd1`,
)

const changed = (of: Uint8Array, at: number): Uint8Array => of.map((byte, place) => (place === at ? byte ^ 1 : byte))

describe('HPKE', () => {
  it('opens the first message of RFC 9180, appendix A.3.1', () => {
    expect(text(openHpke(vector.key, vector.message))).toBe('Beauty is truth, truth beauty')
  })

  it('opens what Web Cryptography seals, and both agree with the vector byte by byte', async () => {
    const { x, y } = keyOf(
      '4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb',
      Buffer.from(vector.message.enc).toString('hex'),
    ).publicJwk
    const d = Buffer.from('4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb', 'hex')
    const sealing = {
      to: vector.key.publicJwk,
      plaintext: Buffer.from('Beauty is truth, truth beauty'),
      info: vector.message.info,
      aad: vector.message.aad,
    }
    const ephemeral = { kty: 'EC', crv: 'P-256', x, y, d: d.toString('base64url') }
    expect(await sealHpke({ ...sealing, ephemeral })).toEqual({
      enc: vector.message.enc,
      ciphertext: vector.message.ciphertext,
    })
    const fresh = await sealHpke(sealing)
    expect(fresh.enc).not.toEqual(vector.message.enc)
    expect(text(openHpke(vector.key, { ...vector.message, ...fresh }))).toBe('Beauty is truth, truth beauty')
  })

  it('opens nothing with another key, info, aad or ciphertext', () => {
    const { key, message } = vector
    const { enc, ciphertext, info, aad } = message
    expect(openHpke(other, message)).toBeNull()
    for (const wrong of [
      { info: changed(info, 0) },
      { info: new Uint8Array() },
      { aad: changed(aad, 0) },
      { aad: new Uint8Array() },
      { ciphertext: changed(ciphertext, 0) },
      { ciphertext: changed(ciphertext, ciphertext.length - 1) },
      { ciphertext: ciphertext.subarray(1) },
      { ciphertext: ciphertext.subarray(0, 15) },
      { enc: changed(enc, 64) },
    ])
      expect(openHpke(key, { ...message, ...wrong })).toBeNull()
  })

  it('takes the uncompressed point alone, and only one on the curve', () => {
    const { key, message } = vector
    const compressed = Uint8Array.of(2, ...message.enc.subarray(1, 33))
    for (const enc of [compressed, message.enc.subarray(1), Uint8Array.of(...message.enc, 0), new Uint8Array(65)])
      expect(openHpke(key, { ...message, enc })).toBeNull()
  })

  it('never throws', () => {
    const any = fc.uint8Array({ maxLength: 100 })
    fc.assert(
      fc.property(any, any, any, any, (enc, ciphertext, info, aad) => {
        expect(openHpke(vector.key, { enc, ciphertext, info, aad })).toBeNull()
      }),
      runs(100),
    )
  })
})
