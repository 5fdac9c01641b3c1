import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { declared, isWording, listed, quote, quoteStart, rendered, say, withStarts, word } from './wording'

const piecesOf = (wording: ReturnType<typeof say>) => [wording.parts, wording.values]

describe('a wording', () => {
  it('says what its template would say, and which of it is ours', () => {
    const wording = say`the nonce ${'abc'} of ${2} sessions is ${null}`
    expect(String(wording)).toBe('the nonce abc of 2 sessions is null')
    expect(piecesOf(wording)).toEqual([
      ['the nonce ', ' of ', ' sessions is ', ''],
      ['abc', '2', 'null'],
    ])
  })

  it('keeps as ours what is ours in a wording that it quotes', () => {
    const wording = say`It is ${say`a key of ${'issuer'}`}: ${quote('x')} ${say`again`}.`
    expect(String(wording)).toBe('It is a key of issuer: x again.')
    expect(piecesOf(wording)).toEqual([
      ['It is a key of ', ': ', ' again.'],
      ['issuer', 'x'],
    ])
  })

  it('is a text of others as a whole, a word of ours, or one that is declared', () => {
    expect(piecesOf(quote('x'))).toEqual([['', ''], ['x']])
    expect([quote(null), quote(undefined)]).toEqual([null, null])
    expect(piecesOf(word('vp.kb.nonce'))).toEqual([['vp.kb.nonce'], []])
    expect(piecesOf(declared('Leave crit out.'))).toEqual([['Leave crit out.'], []])
  })

  it('lists others with our own text between them', () => {
    const list = listed([quote('a'), say`b ${'c'}`, say`d`], ', ')
    expect(String(list)).toBe('a, b c, d')
    expect(piecesOf(list)).toEqual([
      ['', ', b ', ', d'],
      ['a', 'c'],
    ])
    expect(String(listed([], ', '))).toBe('')
  })

  it('has the same text however its parts are nested', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (a, b, c) => {
        expect(String(say`${a}-${say`${b}+${quote(c)}`}`)).toBe(`${a}-${b}+${c}`)
      }),
      runs(),
    )
  })

  it('is told from an object that looks alike', () => {
    expect(isWording({ parts: ['x'], values: [] })).toBe(false)
    expect(rendered({ parts: say`x`, values: [say`y ${1}`, null, true] })).toEqual({
      parts: 'x',
      values: ['y 1', null, true],
    })
  })

  it('is no part of an object under a dangerous name only', () => {
    const said = JSON.parse('{"__proto__":1}')
    expect(Object.keys(rendered(said) as object)).toEqual(['__proto__'])
  })
})

describe('the start of a text', () => {
  it('is shown alone, and more of it is kept until it is searched', () => {
    const wording = say`It is ${quoteStart('abcdef', 3)} of ${'others'}: ${quoteStart('xyz', 3)}`
    expect(String(wording)).toBe('It is abc of others: xyz')
    const told = { a: [wording, say`none`], b: 1 }
    const asked: unknown[] = []
    const changed = withStarts(told, (uncut, charactersMax) => {
      asked.push([uncut, charactersMax])
      return 'changed'
    })
    expect(asked).toEqual([['abcdef', 3]])
    expect(rendered(changed)).toEqual({ a: ['It is changed of others: xyz', 'none'], b: 1 })
    expect(withStarts(told.a[1], () => 'changed')).toBe(told.a[1])
    expect([quoteStart(null, 3), quoteStart(undefined, 3)]).toEqual([null, null])
  })
})
