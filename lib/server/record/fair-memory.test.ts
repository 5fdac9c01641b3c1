import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFairMemory } from './fair-memory'

describe('a memory that is shared out', () => {
  it('drops the oldest of whoever has most, and of nobody who has less', () => {
    const memory = createFairMemory<number>(6)
    for (const [key, owner] of ['a1', 'a2', 'b1', 'b2', 'c1'].map((name) => [name, name.charAt(0)] as const))
      expect(memory.add(key, 0, owner)).toEqual([])
    for (let index = 0; index < 100; index++) memory.add(`d${index}`, index, 'd')
    const kept = ['a1', 'a2', 'b1', 'b2', 'c1', 'd97', 'd98', 'd99'].filter((key) => memory.get(key) !== undefined)
    expect(kept).toEqual(['a2', 'b1', 'b2', 'c1', 'd98', 'd99'])
  })

  it('is what a slow one is, whatever is added', () => {
    const adding = fc.record({
      key: fc.integer({ min: 0, max: 30 }).map(String),
      owner: fc.constantFrom('a', 'b', 'c', 'd'),
    })
    fc.assert(
      fc.property(fc.array(adding, { maxLength: 200 }), (added) => {
        const memory = createFairMemory<string>(10)
        let slow: { key: string; owner: string }[] = []
        for (const one of added) {
          const known = slow.filter(({ key }) => key === one.key)
          slow = [...slow.filter(({ key }) => key !== one.key), one]
          const dropped = memory.add(one.key, one.key, one.owner)
          const gone = dropped.slice(known.length)
          const countOf = (owner: string) => slow.filter((other) => other.owner === owner).length
          const most = Math.max(...slow.map(({ owner }) => countOf(owner)))
          expect(gone).toHaveLength(Math.max(0, slow.length - 10))
          for (const key of gone) {
            const { owner } = slow.find((other) => other.key === key) ?? { owner: '' }
            expect(countOf(owner)).toBe(most)
            expect(slow.find((other) => other.owner === owner)?.key).toBe(key)
            slow = slow.filter((other) => other.key !== key)
          }
          for (const { key } of slow) expect(memory.get(key)).toBe(key)
        }
      }),
    )
  })

  it('costs the same with very many who have as much, and for one who comes and goes among them', () => {
    const millisOf = (owners: number, each: number): number => {
      const memory = createFairMemory<number>(each * owners)
      const addAll = (count: number, ownerOf: (index: number) => string): number => {
        const start = performance.now()
        for (let index = 0; index < count; index++) memory.add(`${ownerOf(index)} ${index}`, 0, ownerOf(index))
        return performance.now() - start
      }
      addAll(2 * each * owners, (index) => `n${index % owners}`)
      return addAll(20_000, () => 'z') + addAll(20_000, (index) => `m${index}`)
    }
    expect(Math.max(millisOf(100_000, 1), millisOf(50_000, 2))).toBeLessThan(20 * millisOf(10, 10) + 300)
  })
})
