import { createHash, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { WrongDerivation } from '@/lib/core/shared/ports/keys'
import { type SealChange, sealWrongly } from '@/lib/testing/presented/seal-wrongly'
import { decrypter } from './decrypter'

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const ours = decrypter(newKey())
const sealed = (enc: 'A128GCM' | 'A256GCM', change: SealChange = {}) =>
  sealWrongly({ ...ours.publicJwk }, '{"vp_token":{}}', { enc, ...change })

const none = Buffer.alloc(0)
const asText = (text: string) => Buffer.from(Buffer.from(text).toString('base64url'))

describe('a JWE that its key does not open', () => {
  const cases: readonly (readonly [WrongDerivation, SealChange])[] = [
    ['alg_as_algorithm', { algorithm: 'ECDH-ES' }],
    ['no_party_info', { apu: none, apv: none }],
    ['party_info_as_text', { apu: asText('a wallet'), apv: asText('a verifier') }],
    ['length_in_bytes', { length: 16 }],
    ['no_kdf', { key: (shared) => shared }],
    ['hash_alone', { key: (shared) => createHash('sha256').update(shared).digest() }],
    ['aad_decoded', { aad: (head) => Buffer.from(head, 'base64url') }],
    ['no_aad', { aad: () => none }],
  ]
  it.each(cases)('shows how its key was derived: %s', async (way, change) => {
    const jwe = sealed('A128GCM', change)
    expect(await ours.decrypt(jwe)).toBeNull()
    expect(ours.misderived(jwe)).toBe(way)
    if (change.length === undefined) expect(ours.misderived(sealed('A256GCM', change))).toBe(way)
  })

  it('shows nothing where none of these opens it, and throws for no text', async () => {
    expect(await ours.decrypt(sealed('A128GCM'))).not.toBeNull()
    const other = decrypter(newKey())
    for (const text of [
      '',
      'a.b.c.d.e',
      '....',
      sealed('A128GCM', { header: { alg: 'ECDH-ES+A128KW' } }),
      'x'.repeat(300_000),
    ])
      expect(ours.misderived(text)).toBeNull()
    expect(other.misderived(sealed('A128GCM', { algorithm: 'ECDH-ES' }))).toBeNull()
  })
})
