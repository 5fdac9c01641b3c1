import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { diffLines, diffRows, shortText } from './line-diff'

const line = fc.constantFrom('{', '}', '"a": 1', '"a": 1,', '"b": 2', '[')
const lines = fc.array(line, { maxLength: 20 })
const withoutComma = (some: readonly string[]) => some.map((one) => one.replace(/,$/, ''))

it('has every line of both texts, in their order', () => {
  fc.assert(
    fc.property(lines, lines, (right, served) => {
      const found = diffLines(right, served)
      const of = (other: string) => found.filter(({ kind }) => kind !== other).map(({ text }) => text)
      expect(of('missing')).toEqual(served)
      expect(withoutComma(of('added'))).toEqual(withoutComma(right))
    }),
    runs(300),
  )
})

it('calls a text the same as itself, and only what was put into it added', () => {
  fc.assert(
    fc.property(lines, fc.array(fc.boolean(), { maxLength: 20 }), (right, before) => {
      const kinds = (served: readonly string[]) => diffLines(right, served).filter(({ kind }) => kind !== 'same')
      expect(kinds(right)).toEqual([])
      const served = right.flatMap((text, at) => (before[at] ? ['new', text] : [text]))
      const added = served.filter((text) => text === 'new').map((text) => ({ kind: 'added', text }))
      expect(kinds(served)).toEqual(added)
    }),
    runs(300),
  )
})

it('shows a difference with three lines around it, and does not take a comma for one', () => {
  const before = ['{', '1', '2', '3', '4', '"last": 1', '}']
  const after = [...before.slice(0, 5), '"last": 1,', '"more": 2', '}']
  expect(diffRows(before.join('\n'), after.join('\n'))).toEqual([
    { kind: 'skipped', count: 3 },
    { kind: 'same', text: '3' },
    { kind: 'same', text: '4' },
    { kind: 'same', text: '"last": 1,' },
    { kind: 'added', text: '"more": 2' },
    { kind: 'same', text: '}' },
  ])
})

it('stays short, however large the texts are', () => {
  const many = (word: string) => Array.from({ length: 3000 }, (_, at) => `${word} ${at}`).join('\n')
  const rows = diffRows(many('right'), many('served'))
  expect(rows.length).toBe(401)
  expect(rows.at(-1)).toEqual({ kind: 'skipped', count: 5600 })
  const [cut] = diffRows('short', 'x'.repeat(1_000_000)).slice(1)
  expect(cut).toEqual({ kind: 'added', text: `${'x'.repeat(400)}… (1,000,000 characters)` })
  expect(shortText(many('right')).split('\n')).toHaveLength(401)
})
