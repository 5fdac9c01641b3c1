import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { epochMillis } from '../time/time'
import { type Compared, filterOf, isPipelinePath } from './filter'

const uuid = '01234567-89ab-4cde-8f01-23456789abcd'
const hex = '0123456789abcdef'

describe('a filter', () => {
  it('says what is asked, with every value of a fixed form in quotes', () => {
    const text = filterOf(
      ['session_id', '=', { uuid }],
      [
        ['client', '=', { digest: hex }],
        ['client', '=', { digest: hex.repeat(4) }],
      ],
      ['type', '!=', { word: 'urn:eu.europa.ec.eudi:pid:1.sd-jwt' }],
      ['preset', '=', 'none'],
      ['pipeline', '=', { id: 'abcdefghijk0123' }],
      ['path', '=', { path: 'org/née-2' }],
      ['at', '<=', { instant: epochMillis(0) }],
      ['by_operator', '=', { flag: true }],
    )
    expect(text).toBe(
      `session_id = "${uuid}" && (client = "${hex}" || client = "${hex.repeat(4)}") && ` +
        'type != "urn:eu.europa.ec.eudi:pid:1.sd-jwt" && preset = "" && pipeline = "abcdefghijk0123" && ' +
        'path = "org/née-2" && at <= "1970-01-01 00:00:00.000Z" && by_operator = true',
    )
  })

  const kinds = ['uuid', 'digest', 'id', 'word', 'path'] as const
  it.each(kinds)('takes no text that could leave its quotes for a %s', (kind) => {
    const sign = fc.constantFrom('"', "'", '\\', ' ', '@', '|', '&', '(', '\n', '\0', '\ud800', '~', '{', '//')
    const around = fc.constantFrom('', 'a', uuid, hex, 'org/slug')
    fc.assert(
      fc.property(around, sign, around, (before, middle, after) => {
        const value = { [kind]: `${before}${middle}${after}` } as unknown as Compared
        expect(() => filterOf(['column', '=', value])).toThrow(TypeError)
      }),
      runs(),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const value = { [kind]: text } as unknown as Compared
        try {
          expect(filterOf(['column', '=', value])).toMatch(/^column = "[\p{L}\p{N}_.:/-]+"$/u)
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError)
          expect(String(error)).not.toContain(`"${text}"`)
        }
      }),
      runs(300),
    )
  })

  it('takes no value that is none of these, no other column, and no condition of nothing', () => {
    const wrong: unknown[] = [{ flag: '1=1' }, { instant: Number.NaN }, { instant: 8.64e15 }]
    for (const value of wrong.slice(1)) expect(() => filterOf(['at', '=', value as Compared])).toThrow()
    expect(filterOf(['at', '=', wrong[0] as Compared])).toBe('at = false')
    for (const column of ['a.b.c', '@collection.x', 'a_via_b:each', 'a ', ''])
      expect(() => filterOf([column, '=', 'none'])).toThrow(TypeError)
    expect(() => filterOf(['a', '=', 'none'], [])).toThrow(TypeError)
  })

  it('takes the path of a pipeline as it is made of names', () => {
    for (const path of ['org/a', 'org/été-2', 'o-r-g/日本']) expect(isPipelinePath(path)).toBe(true)
    for (const path of ['org', 'org/a/b', 'org/-a', 'org/a--b', '../a', 'org/a"', '', `org/${'a'.repeat(400)}`])
      expect(isPipelinePath(path)).toBe(false)
  })
})
