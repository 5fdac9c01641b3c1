import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { textsIn } from './text-readings'

it('finds the texts that are in another, few or many, longer or shorter than it', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 })
  const texts = fc.uniqueArray(text, { maxLength: 20 }).map((all) => all.filter(({ length }) => length >= 2))
  fc.assert(
    fc.property(texts, text, (searched, within) => {
      const found = searched.filter((one) => within.includes(one))
      expect([...textsIn(searched, 2)(within)].toSorted()).toEqual(found.toSorted())
    }),
    runs(2000),
  )
})

it('finds the one of many that is in the other, however many of them would fit into it', () => {
  const text = (...unit: string[]) => fc.string({ unit: fc.constantFrom(...unit), minLength: 2, maxLength: 12 })
  const others = fc.uniqueArray(text('d', 'e'), { minLength: 6, maxLength: 14 })
  fc.assert(
    fc.property(others, text('a', 'b', 'c'), fc.nat(), (foreign, within, from) => {
      const inside = within.slice(from % (within.length - 1))
      expect(textsIn([...foreign, inside], 2)(within)).toEqual([inside])
    }),
    runs(1000),
  )
})
