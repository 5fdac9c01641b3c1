import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { compactDecrypt } from 'jose'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { encryptJwe } from '../../../shared/jose/jwe'
import { readResponseEncryption } from './response-encryption'

const pairs = {
  'P-256': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'P-384': generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  'P-521': generateKeyPairSync('ec', { namedCurve: 'P-521' }),
  X25519: generateKeyPairSync('x25519'),
}

const read = (jwk: unknown) => readResponseEncryption({ credential_response_encryption: { jwk, enc: 'A128GCM' } })

describe('the key for an answer', () => {
  it.each(Object.entries(pairs))('on %s can be used, and its owner opens what is made', async (_curve, pair) => {
    const reading = await read(pair.publicKey.export({ format: 'jwk' }))
    expect(reading).toMatchObject({ usable: true, enc: 'A128GCM' })
    const jwk = reading?.jwk?.publicJwk ?? {}
    for (const enc of ['A128GCM', 'A256GCM']) {
      const jwe = await encryptJwe({ plaintext: 'x', jwk, kid: null, enc })
      expect(Buffer.from((await compactDecrypt(jwe, pair.privateKey)).plaintext).toString()).toBe('x')
    }
  })

  it('of low order looks like a key and cannot be used', async () => {
    expect(await read({ kty: 'OKP', crv: 'X25519', x: 'A'.repeat(43) })).toMatchObject({ usable: false })
  })

  it('of another kind cannot be used', async () => {
    expect(await read(generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }))).toMatchObject({
      usable: false,
    })
    expect(
      await read(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' })),
    ).toMatchObject({
      usable: false,
    })
  })

  it('is read whatever is there, without throwing', async () => {
    expect(await readResponseEncryption({})).toBeNull()
    expect(await readResponseEncryption(null)).toBeNull()
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const reading = await readResponseEncryption({ credential_response_encryption: value })
        expect(reading?.usable).toBe(false)
      }),
      runs(),
    )
  })
})
