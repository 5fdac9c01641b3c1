import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { visibleText, visibleTexts } from './escape'

describe('what would not be seen', () => {
  it.each([
    ['turns round what follows', 'cod\u202eexe.gnp', 'cod[U+202E]exe.gnp'],
    ['isolates', '\u2066a\u2069', '[U+2066]a[U+2069]'],
    ['marks a direction', '\u061ca\u200eb\u200f', '[U+061C]a[U+200E]b[U+200F]'],
    ['has no width', 'pay\u200bpal\u2060\ufeff\u00ad', 'pay[U+200B]pal[U+2060][U+FEFF][U+00AD]'],
    ['steers a terminal', '\u001b[31m\u009b\u0000\u007f', '[U+001B][31m[U+009B][U+0000][U+007F]'],
    ['ends a line', 'a\u2028b\u2029c', 'a[U+2028]b[U+2029]c'],
    ['is a tag', '\u{e0041}', '[U+E0041]'],
  ])('has its name: a sign that %s', (_what, text, words) => {
    expect(visibleText(text)).toBe(words)
  })

  it.each(['', 'plain', 'a\tb\r\nc', 'שלום', 'مرحبا', 'Zażółć', '👩‍👩‍👧', 'नमस्‍ते'])('is not in %j', (text) => {
    expect(visibleText(text)).toBe(text)
  })

  it('is named in every text and every name of a value, and nothing else changes', () => {
    const list = [1, null, true, { deep: 'x' }]
    const value = { 'a\u202eb': { list, text: ['\u2066'] } }
    const shown = visibleTexts<unknown>(value) as Record<string, { list: unknown }>
    expect(shown).toEqual({ 'a[U+202E]b': { list, text: ['[U+2066]'] } })
    expect(shown['a[U+202E]b']?.list).toBe(list)
    expect(value['a\u202eb'].text).toEqual(['\u2066'])
  })

  it('leaves none, and a value without any is itself', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const shown = visibleTexts(value)
        expect(visibleTexts(shown)).toBe(shown)
        expect(JSON.stringify(shown)).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
      }),
      runs(),
    )
  })
})
