import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { CompactEncrypt, importJWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { encryptJwe, seal as sealJwe } from '@/lib/core/shared/jose/jwe'
import { sealHpke } from '@/lib/testing/presented/seal-hpke'
import { runs } from '@/scripts/thorough.mjs'
import { decrypter, openHpke, responseKeys } from './decrypter'
import { newP256Key, p256PublicJwk } from './signer'

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const ours = decrypter(newKey())
const other = decrypter(newKey())

const seal = async (
  header: { enc: string; apu?: string; zip?: string },
  text: string,
  jwk: object = ours.publicJwk,
) => {
  const { apu, ...rest } = header
  const maker = new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader({ alg: 'ECDH-ES', ...rest })
  if (apu !== undefined) maker.setKeyManagementParameters({ apu: Buffer.from(apu), apv: Buffer.from('Bob') })
  return maker.encrypt(await importJWK({ ...jwk }, 'ECDH-ES'))
}
const open = async (jwe: string) => {
  const bytes = await ours.decrypt(jwe)
  return bytes === null ? null : Buffer.from(bytes).toString('utf8')
}

describe('a decrypter', () => {
  it('opens what an independent library encrypts, for both enc values, with and without party info', async () => {
    for (const enc of ['A128GCM', 'A256GCM']) {
      expect(await open(await seal({ enc }, '{"ü":1}'))).toBe('{"ü":1}')
      expect(await open(await seal({ enc, apu: 'Alice' }, ''))).toBe('')
    }
  })

  it('opens what we encrypt to it, with the kid in the header', async () => {
    const jwe = await encryptJwe({ plaintext: 'x', jwk: { ...ours.publicJwk }, kid: 'k', enc: 'A256GCM' })
    expect(await open(jwe)).toBe('x')
    expect(JSON.parse(Buffer.from(jwe.split('.')[0] ?? '', 'base64url').toString())).toMatchObject({
      alg: 'ECDH-ES',
      enc: 'A256GCM',
      kid: 'k',
    })
  })

  it('opens nothing for another key, under another algorithm, or of which a character was changed', async () => {
    const jwe = await seal({ enc: 'A128GCM' }, 'text')
    expect(await other.decrypt(jwe)).toBeNull()
    expect(await open(await seal({ enc: 'A128CBC-HS256' }, 'text'))).toBeNull()
    for (const part of [0, 2, 3, 4]) {
      const parts = jwe.split('.')
      const bytes = Buffer.from(parts[part] ?? '', 'base64url')
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
      parts[part] = bytes.toString('base64url')
      expect(await open(parts.join('.'))).toBeNull()
    }
  })

  it('never throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(fc.base64String(), fc.json()), { maxLength: 6 }), async (parts) => {
        expect(await ours.decrypt(parts.join('.'))).toBeNull()
      }),
      runs(),
    )
  })

  it('has the thumbprint of its public key as kid and is made from P-256 keys only', () => {
    expect(ours.kid).toMatch(/^[\w-]{43}$/)
    expect(() => decrypter(generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey)).toThrow('P-256')
  })
})

describe('a key that two derive', () => {
  const [one, two] = [decrypter(newKey()), decrypter(newKey())]
  const salt = new Uint8Array(32).fill(3)

  it('is the same for both, and depends on salt and purpose', () => {
    const derived = one.deriveKey({ publicJwk: two.publicJwk, salt, info: 'EMacKey' })
    expect(derived).toHaveLength(32)
    expect(two.deriveKey({ publicJwk: one.publicJwk, salt, info: 'EMacKey' })).toEqual(derived)
    expect(one.deriveKey({ publicJwk: two.publicJwk, salt, info: 'other' })).not.toEqual(derived)
    expect(one.deriveKey({ publicJwk: two.publicJwk, salt: new Uint8Array(32), info: 'EMacKey' })).not.toEqual(derived)
  })

  it('is none with a key of another kind', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
    expect(one.deriveKey({ publicJwk: { ...publicKey.export({ format: 'jwk' }) }, salt, info: 'x' })).toBeNull()
    expect(one.deriveKey({ publicJwk: {}, salt, info: 'x' })).toBeNull()
  })
})

describe('response keys', () => {
  const ours = responseKeys(new Uint8Array(32).fill(1))
  const elsewhere = responseKeys(new Uint8Array(32).fill(2))

  const encrypt = async (jwk: object, alg: string, enc: string, apu?: Uint8Array) =>
    new CompactEncrypt(Buffer.from('{"vp_token":{}}'))
      .setProtectedHeader({ alg, enc, kid: 'k' })
      .setKeyManagementParameters(apu === undefined ? {} : { apu, apv: Buffer.from('nonce') })
      .encrypt(await importJWK({ ...jwk }, alg))

  describe('a key for the presentations of one session', () => {
    it.each(
      ['ECDH-ES', 'ECDH-ES+A128KW', 'ECDH-ES+A256KW'].flatMap((alg) =>
        ['A128GCM', 'A192GCM', 'A256GCM', 'A128CBC-HS256', 'A256CBC-HS512'].map((enc) => [alg, enc] as const),
      ),
    )('opens what is encrypted to it by %s and %s, by anybody who has its sealed form', async (alg, enc) => {
      const { kid, publicJwk, sealed } = await ours.createResponseKey()
      const decrypter = await ours.openResponseKey(sealed)
      expect(decrypter).toMatchObject({ kid, publicJwk })
      for (const apu of [undefined, Uint8Array.of(0xff, 0, 0x80)]) {
        const bytes = await decrypter?.decrypt(await encrypt(publicJwk, alg, enc, apu))
        expect(Buffer.from(bytes ?? []).toString()).toBe('{"vp_token":{}}')
      }
    })

    it('opens again once it is no longer kept open, as in a process that did not make it', async () => {
      const { kid, publicJwk, sealed } = await ours.createResponseKey()
      const restarted = responseKeys(new Uint8Array(32).fill(1))
      for (const attempt of [1, 2]) {
        const decrypter = await restarted.openResponseKey(sealed)
        expect(decrypter, `attempt ${attempt}`).toMatchObject({ kid, publicJwk })
        const bytes = await decrypter?.decrypt(await encrypt(publicJwk, 'ECDH-ES', 'A128GCM'))
        expect(Buffer.from(bytes ?? []).toString()).toBe('{"vp_token":{}}')
        const derived = decrypter?.deriveKey({ publicJwk, salt: new Uint8Array(1), info: 'x' })
        const here = (await ours.openResponseKey(sealed))?.deriveKey({ publicJwk, salt: new Uint8Array(1), info: 'x' })
        expect(derived).toHaveLength(32)
        expect(derived).toEqual(here)
      }
    })

    it('opens as an earlier version sealed it', async () => {
      const { publicJwk, d } = newP256Key()
      const text = JSON.stringify({ kid: 'earlier', jwk: { ...publicJwk, d } })
      const sealed = await sealJwe({ text, key: new Uint8Array(32).fill(1) })
      expect(await elsewhere.openResponseKey(sealed)).toBeNull()
      const decrypter = await ours.openResponseKey(sealed)
      expect(decrypter).toMatchObject({ kid: 'earlier', publicJwk })
      const bytes = await decrypter?.decrypt(await encrypt(publicJwk, 'ECDH-ES', 'A128GCM'))
      expect(Buffer.from(bytes ?? []).toString()).toBe('{"vp_token":{}}')
    })

    it('is another one each time, and opens nothing that was encrypted to another', async () => {
      const [one, two] = await Promise.all([ours.createResponseKey(), ours.createResponseKey()])
      expect(one.kid).not.toBe(two.kid)
      const decrypter = await ours.openResponseKey(one.sealed)
      expect(await decrypter?.decrypt(await encrypt(two.publicJwk, 'ECDH-ES', 'A128GCM'))).toBeNull()
    })

    it('shows its private half nowhere', async () => {
      const { sealed, publicJwk } = await ours.createResponseKey()
      expect(Object.keys(publicJwk)).toEqual(['kty', 'crv', 'x', 'y'])
      expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('"d"')
    })

    it('opens for no other installation, and not once it was changed', async () => {
      const { sealed } = await ours.createResponseKey()
      expect(await elsewhere.openResponseKey(sealed)).toBeNull()
      expect(await ours.openResponseKey(sealed.slice(0, -2))).toBeNull()
      expect(await ours.openResponseKey('')).toBeNull()
    })
  })
})

describe('HPKE', () => {
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
})
