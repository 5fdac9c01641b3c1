import { describe, expect, it } from 'vitest'
import { sealText, unsealText } from './seal-key'

const [key, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]

describe('a sealed text', () => {
  it('opens again, whatever it holds', () => {
    for (const text of ['', 'x', '{"d":"ü😀"}', 'long '.repeat(1000)])
      expect(unsealText(sealText(text, key), key)).toBe(text)
  })

  it('is another one each time, and never repeats its key stream within a text or between keys', () => {
    const zeros = '\0'.repeat(96)
    const sealed = [key, key, other].map((each) => Buffer.from(sealText(zeros, each), 'base64url').subarray(28))
    const blocks = sealed.flatMap((stream) => [0, 32, 64].map((at) => stream.subarray(at, at + 32).toString('hex')))
    expect(new Set(blocks).size).toBe(9)
  })

  it('opens under no other key, and not once any byte of it was changed or is missing', () => {
    const sealed = sealText('text', key)
    expect(unsealText(sealed, other)).toBeNull()
    const bytes = Buffer.from(sealed, 'base64url')
    for (const at of bytes.keys()) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(unsealText(changed.toString('base64url'), key)).toBeNull()
      expect(unsealText(bytes.subarray(0, at).toString('base64url'), key)).toBeNull()
    }
  })

  it('is none of what nobody sealed', () => {
    for (const text of ['', 'x', '....', 'a.b.c.d.e', '%', 'A'.repeat(100)]) expect(unsealText(text, key)).toBeNull()
  })
})
