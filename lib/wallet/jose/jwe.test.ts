import { randomBytes } from 'node:crypto'
import { CompactEncrypt, compactDecrypt, importJWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { decryptJwe, encryptJwe } from './jwe'
import { generateKey } from './key'

const key = generateKey()
const make = (header: object, plaintext = 'täxt') =>
  encryptJwe(
    { header: { alg: 'ECDH-ES', enc: 'A128GCM', ...header }, plaintext, recipient: { ...key.publicJwk } },
    randomBytes,
  )

describe('a JWE of the wallet', () => {
  it.each([
    ['ECDH-ES', 'A128GCM'],
    ['ECDH-ES', 'A192GCM'],
    ['ECDH-ES', 'A256GCM'],
    ['ECDH-ES+A128KW', 'A256GCM'],
    ['ECDH-ES+A256KW', 'A128GCM'],
  ])('is opened by an independent library (%s, %s)', async (alg, enc) => {
    const { plaintext, protectedHeader } = await compactDecrypt(make({ alg, enc, kid: 'k' }), key.privateKey)
    expect(Buffer.from(plaintext).toString('utf8')).toBe('täxt')
    expect(protectedHeader).toMatchObject({ alg, enc, kid: 'k' })
  })

  it('carries the party information that is in its header', async () => {
    const { plaintext } = await compactDecrypt(make({ apu: 'AAEC', apv: 'bm9uY2U' }), key.privateKey)
    expect(Buffer.from(plaintext).toString('utf8')).toBe('täxt')
  })

  it.each(['A128GCM', 'A256GCM'])('of an independent library is opened by the wallet (%s)', async (enc) => {
    const jwe = await new CompactEncrypt(Buffer.from('täxt'))
      .setProtectedHeader({ alg: 'ECDH-ES', enc })
      .setKeyManagementParameters({ apu: Buffer.from('a'), apv: Buffer.from('b') })
      .encrypt(await importJWK({ ...key.publicJwk }, 'ECDH-ES'))
    expect(decryptJwe(jwe, key)).toMatchObject({ header: { enc }, plaintext: 'täxt' })
  })

  it('does not open with another key, when it was changed, or when it is none', () => {
    const jwe = make({})
    expect(decryptJwe(jwe, key)?.plaintext).toBe('täxt')
    expect(decryptJwe(jwe, generateKey())).toBeNull()
    expect(decryptJwe(`${jwe.slice(0, -4)}AAAA`, key)).toBeNull()
    expect(decryptJwe(make({ zip: 'DEF' }), key)).toBeNull()
    for (const text of ['', 'a.b.c', 'a.b.c.d.e', '{}', `${jwe}.x`]) expect(decryptJwe(text, key)).toBeNull()
  })
})
