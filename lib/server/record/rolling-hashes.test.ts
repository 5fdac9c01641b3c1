import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { addMark, createTextMarks, newMarkSet } from './text-marks'

const characters = fc.constantFrom(...'abAB01-_. %/é')
const texts = fc.string({ unit: characters, maxLength: 60 })

describe('marks of the places of a text', () => {
  it('are computed at every position, each equal to that of its value alone', () => {
    const all = newMarkSet().fill(-1)
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 6 }), (text, length) => {
        const marks = createTextMarks(length, randomBytes)
        const seen: [number, string][] = []
        marks.each(text, all, (mark, end) => seen.push([mark, text.slice(end - length, end)]))
        const places = Array.from({ length: text.length }, (_, at) => text.slice(at, at + length))
        const values = places.filter((value) => value.length === length && /^[\w-]+$/.test(value))
        expect(seen).toEqual(values.map((value) => [marks.of(value), value]))
      }),
      runs(),
    )
  })

  it('are handed on at every place of one that was added, and at next to no other', () => {
    const marks = createTextMarks(43, randomBytes)
    const values = Array.from({ length: 3000 }, () => randomBytes(32).toString('base64url'))
    const added = values.slice(0, 1000)
    const text = values.join(' ')
    const among = newMarkSet()
    for (const value of added) addMark(among, marks.of(value) ?? 0)
    const seen: string[] = []
    marks.each(text, among, (_, end) => seen.push(text.slice(end - 43, end)))
    expect(added.filter((value) => !seen.includes(value))).toEqual([])
    expect(seen.length).toBeLessThan(1100)
  })

  it('are equal for equal values only, and differ under another key', () => {
    const [marks, others] = [createTextMarks(43, randomBytes), createTextMarks(43, randomBytes)]
    const values = Array.from({ length: 1000 }, () => randomBytes(32).toString('base64url'))
    expect(new Set(values.map(marks.of)).size).toBeGreaterThan(997)
    expect(values.filter((value) => marks.of(value) === others.of(value)).length).toBeLessThan(3)
  })

  it('do not exist for values of another length or alphabet', () => {
    const { of } = createTextMarks(4, randomBytes)
    expect(['abc', 'abcde', 'ab.d', 'abcé', ''].map(of)).toEqual([null, null, null, null, null])
  })
})
