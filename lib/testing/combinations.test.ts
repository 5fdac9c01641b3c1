import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { allCombinations, pairsOf, pairwise } from './combinations'

const dimensions = { letter: ['a', 'b', 'c'], number: [1, 2], flag: [true, false], word: ['x', 'y'] } as const

describe('all combinations', () => {
  it('are each value with each other, once', () => {
    const rows = allCombinations(dimensions)
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(3 * 2 * 2 * 2)
    expect(rows[0]).toEqual({ letter: 'a', number: 1, flag: true, word: 'x' })
  })

  it('leave out what is impossible', () => {
    const rows = allCombinations(dimensions, ({ letter, number }) => letter !== 'b' || number === 2)
    expect(rows).toHaveLength(24 - 4)
    expect(rows.filter(({ letter }) => letter === 'b').map(({ number }) => number)).toEqual([2, 2, 2, 2])
  })
})

describe('a pairwise choice', () => {
  it('names the pairs of a row', () => {
    expect(pairsOf({ a: 1, b: 'x', c: true })).toEqual([
      '["a",1] ["b","x"]',
      '["a",1] ["c",true]',
      '["b","x"] ["c",true]',
    ])
  })

  it('is no larger than it needs to be for a square of three values', () => {
    const rows = allCombinations({ a: [1, 2, 3], b: [1, 2, 3], c: [1, 2] })
    expect(pairwise(rows)).toHaveLength(9)
    expect(pairwise([])).toEqual([])
  })

  it('has every pair that is possible and no row that is not, whatever is combined', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 5 })
    fc.assert(
      fc.property(sizes, fc.integer({ min: 2, max: 7 }), (counts, divisor) => {
        const numbers = counts.map((count, index) => [`d${index}`, [...Array(count).keys()]] as const)
        const rows = allCombinations(
          Object.fromEntries(numbers),
          (row) => Object.values(row).reduce((sum, value) => sum + value, 0) % divisor !== 1,
        )
        const chosen = pairwise(rows)
        const covered = new Set(chosen.flatMap(pairsOf))
        expect(rows.flatMap(pairsOf).filter((pair) => !covered.has(pair))).toEqual([])
        expect(rows).toEqual(expect.arrayContaining(chosen))
        expect(new Set(chosen).size).toBe(chosen.length)
      }),
      runs(50),
    )
  })
})
