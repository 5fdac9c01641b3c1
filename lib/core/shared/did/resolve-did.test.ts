import { ECDH, generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { fromBase58, resolveDid } from './resolve-did'

/** Encodes base58 digit by digit, independently of the code under test. */
function toBase58(bytes: Uint8Array): string {
  const digits = [0]
  for (const byte of bytes) {
    let carry = byte
    for (let place = 0; place < digits.length; place += 1) {
      carry += (digits[place] ?? 0) * 256
      digits[place] = carry % 58
      carry = Math.floor(carry / 58)
    }
    for (; carry > 0; carry = Math.floor(carry / 58)) digits.push(carry % 58)
  }
  const zeros = bytes.findIndex((byte) => byte !== 0)
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const text = digits.reverse().map((digit) => alphabet[digit])
  return `${'1'.repeat(zeros === -1 ? bytes.length : zeros)}${text.join('').replace(/^1+/, '')}`
}

const keyOf = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' }) as Record<string, string>
const compressed = ({ x = '', y = '' }: Record<string, string>, curve: string): Buffer => {
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return ECDH.convertKey(point, curve, undefined, undefined, 'compressed') as Buffer
}
const didKey = (code: readonly number[], key: Uint8Array) => `did:key:z${toBase58(Buffer.from([...code, ...key]))}`

describe('a DID', () => {
  it.each([
    ['P-256', 'prime256v1', [0x80, 0x24]],
    ['P-384', 'secp384r1', [0x81, 0x24]],
  ] as const)('did:key of %s gives the key that it was made of', async (_crv, curve, code) => {
    for (let round = 0; round < 20; round += 1) {
      const jwk = keyOf(curve)
      const did = didKey(code, compressed(jwk, curve))
      const keyId = `${did}#${did.slice('did:key:'.length)}`
      expect(await resolveDid(did)).toEqual({ resolved: true, jwk, keyId, privateMembers: [] })
    }
  })

  it('did:key of Ed25519 is the example of its specification', async () => {
    const did = 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK'
    const x = 'Lm_M42cB3HkUiODQsXRcweM6TByfzEHGO9ND274JcOY'
    expect(await resolveDid(did)).toMatchObject({ resolved: true, jwk: { kty: 'OKP', crv: 'Ed25519', x } })
  })

  it('did:jwk gives the public key in it, and never a private one, of which it tells the name', async () => {
    const jwk = keyOf('prime256v1')
    const text = Buffer.from(JSON.stringify({ ...jwk, d: 'secret', use: 'sig' })).toString('base64url')
    expect(await resolveDid(`did:jwk:${text}`)).toEqual({
      resolved: true,
      jwk,
      keyId: `did:jwk:${text}#0`,
      privateMembers: ['d'],
    })
  })

  it.each([
    ['of a method that would have to be fetched', 'did:web:wallet.example', 'method_not_supported'],
    ['of a method that nobody knows', 'did:ebsi:zabc', 'method_not_supported'],
    ['of an empty key', 'did:jwk:e30', 'malformed'],
    ['in another alphabet', 'did:jwk:%%', 'malformed'],
    ['of a key cut short', 'did:key:z6Mk', 'malformed'],
    ['in another base', 'did:key:u6Mk', 'malformed'],
    ['of nothing', 'did:key:', 'malformed'],
    ['that is none', 'did', 'malformed'],
    ['that is empty', '', 'malformed'],
    ['of a point beside the curve', didKey([0x80, 0x24], Buffer.of(2, ...Buffer.alloc(32, 3))), 'malformed'],
    ['of a point without a sign', didKey([0x80, 0x24], Buffer.alloc(32, 2)), 'malformed'],
    ['of a curve that is not supported', didKey([0xe7, 0x01], Buffer.alloc(33, 2)), 'malformed'],
    ['of endless length', `did:key:z${'2'.repeat(100_000)}`, 'malformed'],
  ])('%s is not resolved', async (_words, did, because) => {
    expect(await resolveDid(did)).toEqual({ resolved: false, because })
  })

  it('is read without failing, whatever it is', async () => {
    const start = fc.constantFrom('did:key:z', 'did:jwk:', 'did:', '')
    await fc.assert(
      fc.asyncProperty(start, fc.string(), async (head, tail) => {
        expect((await resolveDid(head + tail)).resolved).toBe(false)
      }),
      runs(),
    )
  })
})

it('base58 decodes what another implementation encodes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      expect(fromBase58(toBase58(bytes))).toEqual(bytes)
    }),
    runs(),
  )
})
