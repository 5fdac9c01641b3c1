import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { CompactEncrypt, importJWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { encryptJwe } from '@/lib/core/ground/jose/jwe'
import { runs } from '@/scripts/thorough.mjs'
import { decrypter } from './decrypter'

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
