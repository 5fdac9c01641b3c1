import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { type KeyPurpose, keyContradictions } from './jwk'

const es256 = { verifies: 'ES256' } as const
const anySignature = { verifies: null } as const

describe('a key that says what it is for', () => {
  it.each<[object, KeyPurpose]>([
    [{}, es256],
    [{ use: 'sig', key_ops: ['verify'], alg: 'ES256' }, es256],
    [{ alg: 'ESP256' }, es256],
    [{ alg: 'EdDSA' }, { verifies: 'Ed25519' }],
    [{ alg: 'ES384' }, anySignature],
    [{ key_ops: ['verify', 'sign'] }, anySignature],
    [{ use: 'enc', key_ops: ['deriveKey'], alg: 'ECDH-ES+A256KW' }, 'agrees'],
    [{ key_ops: [] }, 'agrees'],
  ])('is used for it: %j', (jwk, purpose) => {
    expect(keyContradictions(jwk, purpose)).toBeNull()
  })

  it.each<[object, KeyPurpose, string[]]>([
    [{ use: 'enc' }, es256, ['use']],
    [{ use: 5 }, es256, ['use']],
    [{ key_ops: ['sign'] }, es256, ['key_ops']],
    [{ key_ops: [] }, es256, ['key_ops']],
    [{ key_ops: 'verify' }, es256, ['key_ops']],
    [{ alg: 'ES384' }, es256, ['alg']],
    [{ alg: 'ECDH-ES' }, anySignature, ['alg']],
    [{ alg: 'RSA-OAEP-256' }, anySignature, ['alg']],
    [{ use: 'sig', key_ops: ['verify'], alg: 'ES256' }, 'agrees', ['use', 'key_ops', 'alg']],
  ])('contradicts its use: %j', (jwk, purpose, members) => {
    expect(Object.keys(keyContradictions(jwk, purpose) ?? {})).toEqual(members)
  })

  it('is anything at all, and of a long list only the beginning is kept', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom<KeyPurpose>(es256, anySignature, 'agrees'), (jwk, purpose) => {
        const found = keyContradictions({ use: jwk, key_ops: jwk, alg: jwk }, purpose)
        expect(found === null || Object.keys(found).length > 0).toBe(true)
        keyContradictions(jwk, purpose)
      }),
      runs(),
    )
    expect(keyContradictions({ key_ops: Array(1000).fill('sign') }, es256)?.key_ops).toHaveLength(20)
  })
})
