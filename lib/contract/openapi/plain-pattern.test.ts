import { describe, expect, it } from 'vitest'
import { visible } from '@/lib/core/engine/sessions/run-options'
import { displayable } from '@/lib/core/engine/sessions/z-session'
import { plainPattern } from './schemas'

/** Every character, without lone surrogates. */
function* characters(): Generator<string> {
  for (let code = 0; code <= 0x10ffff; code++) if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code)
}
const wrongIn = (holds: (character: string) => boolean): string[] =>
  [...characters()].filter((character) => !holds(character)).map((one) => Number(one.codePointAt(0)).toString(16))

describe('a pattern of plain ranges', () => {
  it('takes and refuses of a name that can be shown what the exact rule does, with and without the flag', () => {
    const plain = plainPattern(displayable.source)
    for (const flags of ['', 'u'])
      expect(wrongIn((one) => new RegExp(plain, flags).test(one) === displayable.test(one))).toEqual([])
  })

  it('takes each visible character, and of the invisible ones neither a blank nor one without a width', () => {
    const plain = plainPattern(visible.source)
    for (const flags of ['', 'u']) {
      const taken = new RegExp(plain, flags)
      expect(wrongIn((one) => !visible.test(one) || taken.test(one))).toEqual([])
      for (const one of [' ', '\n', '\u00a0', '\u00ad', '\u200b', '\u2060', '\ufeff', '\u0301'])
        expect(taken.test(one)).toBe(false)
    }
  })

  it('leaves others as they are, and stops at a class that it does not know', () => {
    expect(plainPattern('^[A-Za-z]+$')).toBe('^[A-Za-z]+$')
    expect(() => plainPattern('^\\p{Lu}$')).toThrow('a class without plain ranges')
  })
})
