import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
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
      runs(),
    )
  })

  it('costs the same with very many who have as much: it asks for single entries alone, and for as few', () => {
    const callsFor = (owners: number): number => {
      const memory = createFairMemory<number>(owners)
      const addAll = (count: number, ownerOf: (index: number) => string) => {
        for (let index = 0; index < count; index++) memory.add(`${ownerOf(index)} ${index}`, 0, ownerOf(index))
      }
      addAll(2 * owners, (index) => `n${index % owners}`)
      const single = (['get', 'set', 'delete', 'has'] as const).map((name) => vi.spyOn(Map.prototype, name))
      const walking = [Map.prototype, Set.prototype].flatMap((of) =>
        (['keys', 'values', 'entries', Symbol.iterator, 'forEach'] as const).map((name) =>
          vi.spyOn(of, name as 'keys'),
        ),
      )
      const countOf = (spies: readonly { readonly mock: { readonly calls: readonly unknown[] } }[]) =>
        spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
      const before = [countOf(single), countOf(walking)] as const
      addAll(100, () => 'z')
      addAll(100, (index) => `m${index}`)
      const [asked, walked] = [countOf(single) - before[0], countOf(walking) - before[1]]
      vi.restoreAllMocks()
      expect(walked).toBe(0)
      return asked
    }
    expect(callsFor(1000)).toBe(callsFor(10))
  })
})
