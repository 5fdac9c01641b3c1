import { CompactEncrypt, importJWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { seal } from '@/lib/core/ground/jose/jwe'
import { newP256Key } from './new-p256-key'
import { responseKeys } from './response-keys'

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
    const sealed = await seal({ text, key: new Uint8Array(32).fill(1) })
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
