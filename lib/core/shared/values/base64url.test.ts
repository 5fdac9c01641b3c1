import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import {
  fromBase64,
  fromBase64url,
  fromUtf8,
  isBase64url,
  toBase64,
  toBase64url,
  toHex,
  utf8,
  withoutPadding,
} from './base64url'

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

  it('is not sought again at each place inside a long text, which would not end', () => {
    const text = `${'='.repeat(5_000_000)}x`
    expect(withoutPadding(text) === text).toBe(true)
  })

  it('is what base64 ends with', () => {
    expect(toBase64(Uint8Array.of(97))).toBe('YQ==')
    expect(fromBase64('YQ==')).toEqual(Uint8Array.of(97))
    expect(fromBase64('YQ')).toBeNull()
    expect(fromBase64('Y=Q=')).toBeNull()
  })
})

describe('base64url', () => {
  const foreign = fc.string({ unit: fc.constantFrom(...'AZaz09-_+/= \0\u00e9\u20ac\u{1f600}') })

  it('is what Node makes of the bytes, and gives them back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64url')
        expect(toBase64url(bytes)).toBe(text)
        expect(fromBase64url(text)).toEqual(bytes)
        expect(isBase64url(text)).toBe(true)
      }),
      runs(),
    )
  })

  it('has one spelling for bytes, and others are told', () => {
    fc.assert(
      fc.property(foreign, (text) => {
        const bytes = fromBase64url(text)
        if (bytes !== null) expect(bytes).toEqual(Uint8Array.from(Buffer.from(text, 'base64url')))
        expect(bytes === null).toBe(text.length % 4 === 1 || !/^[A-Za-z0-9_-]*$/.test(text))
        expect(isBase64url(text)).toBe(bytes !== null && toBase64url(bytes) === text)
      }),
      runs(),
    )
    expect(['YQ', 'YR', 'YWI', 'YWJ', 'YWJj', ''].map(isBase64url)).toEqual([true, false, true, false, true, true])
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
