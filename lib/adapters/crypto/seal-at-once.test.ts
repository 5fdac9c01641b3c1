import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seal, unseal } from '@/lib/core/jose/seal'
import { sealAtOnce, unsealAtOnce } from './seal-at-once'

const [key, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]

describe('what is sealed at once', () => {
  it('is what the core seals: each opens what the other sealed, whatever the text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        const shown = Buffer.from(text).toString()
        expect(await unseal({ sealed: sealAtOnce({ text, key }), key })).toBe(shown)
        expect(unsealAtOnce({ sealed: await seal({ text, key }), key })).toBe(shown)
      }),
      { numRuns: 50 },
    )
  })

  it('is another one each time, and opens under no other key nor once a part was changed', () => {
    const sealed = sealAtOnce({ text: 'the same', key })
    expect(sealAtOnce({ text: 'the same', key })).not.toBe(sealed)
    expect(unsealAtOnce({ sealed, key: other })).toBeNull()
    for (const part of [0, 2, 3, 4]) {
      const parts = sealed.split('.')
      const bytes = Buffer.from(parts[part] ?? '', 'base64url')
      bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0)
      parts[part] = bytes.toString('base64url')
      expect(unsealAtOnce({ sealed: parts.join('.'), key })).toBeNull()
    }
    for (const text of ['', 'x', '....', 'a.b.c.d.e', `${sealed}.x`, sealed.slice(0, -2)])
      expect(unsealAtOnce({ sealed: text, key })).toBeNull()
  })
})
