import { describe, expect, it } from 'vitest'
import { processorMillis } from '@/lib/testing/processor-time'
import { fromBase64, toBase64, withoutPadding } from './base64'
import { fromUtf8, utf8 } from './base64url'
import { toHex } from './to-hex'

describe('padding', () => {
  it.each([
    ['', ''],
    ['====', ''],
    ['YQ==', 'YQ'],
    ['Y=Q=', 'Y=Q'],
    ['YWI', 'YWI'],
  ])('goes from the end of %j and from nowhere else', (text, expected) => {
    expect(withoutPadding(text)).toBe(expected)
  })

  it('takes no longer inside a long text than at its end', () => {
    const text = `${'='.repeat(1_000_000)}x`
    const started = processorMillis()
    expect(withoutPadding(text)).toBe(text)
    expect(processorMillis() - started).toBeLessThan(200)
  })

  it('is what base64 ends with', () => {
    expect(toBase64(Uint8Array.of(97))).toBe('YQ==')
    expect(fromBase64('YQ==')).toEqual(Uint8Array.of(97))
    expect(fromBase64('YQ')).toBeNull()
    expect(fromBase64('Y=Q=')).toBeNull()
  })
})

describe('text of bytes', () => {
  it('is told from other bytes, whatever was read before', () => {
    for (const bytes of [[0xff], [0xe2, 0x82], [0xc0, 0x80]]) {
      expect(fromUtf8(Uint8Array.from(bytes))).toBeNull()
      expect(fromUtf8(utf8('€ 5'))).toBe('€ 5')
    }
  })

  it('is two digits for each byte in hexadecimal', () => {
    expect(toHex(Uint8Array.of(0, 1, 0x0f, 0x10, 0xff))).toBe('00010f10ff')
    expect(toHex(new Uint8Array())).toBe('')
  })
})
