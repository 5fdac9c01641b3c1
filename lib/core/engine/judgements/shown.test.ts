import { describe, expect, it } from 'vitest'
import { lookedAt } from '@/lib/testing/looked-at'
import { say } from '../../shared/values/wording'
import { shown, shownName } from './shown'

const part = 'eJ0eXAiOiJKV1QiL'

describe('a value in a finding', () => {
  it.each([[`${part}.${part}.${part}`], [`${part}.${part}`], [`glued!${part}.${part}`], [`a.${part}.b`], ['eyJ']])(
    'is replaced by its length if it is a token: %s',
    (value) => {
      expect(shown(value)).toEqual(`a token of ${value.length} characters`)
    },
  )

  it.each([
    ['openid4vp'],
    ['com.example'],
    ['https://wallet.example.org/a.b'],
    [`${part}.`],
    [part],
    ['short.parts.only'],
  ])('stands as it is where it is none: %s', (value) => {
    expect(shown(value)).toEqual(value)
  })

  it('is what it was where it was made for a finding before', () => {
    expect(shown(say`ends too early`)).toEqual('ends too early')
  })

  it('is short', () => {
    expect(shown('word '.repeat(100))).toEqual(`${'word '.repeat(40)} (500 characters)`)
    expect(shownName('n'.repeat(65))).toEqual('a name of 65 characters')
  })

  it.each([['k'], [`${part}.`], [`${part}!`], ['-'], [`${'k'.repeat(5000)}.${'k'.repeat(5000)}!`]])(
    'is looked at up to a bound of length, and then not at all: repeated %s',
    async (piece) => {
      const value = (length: number) => `${piece.repeat(Math.ceil(length / piece.length))}!`
      expect(await lookedAt(() => shown(value(100_000)))).toBeLessThan(10)
      expect(await lookedAt(() => shown(value(10_000)))).toBeLessThan(40_000)
    },
  )
})
