import { describe, expect, it } from 'vitest'
import { remembered } from './names'

/** A cached function that counts its calls. */
function counting() {
  const names: string[] = []
  const work = remembered((name) => {
    names.push(name)
    return name.toUpperCase()
  })
  return { names, work }
}

describe('a remembered function of a name', () => {
  it('works once for each name, and says the same again, a false result too', () => {
    const { names, work } = counting()
    for (let round = 0; round < 3; round++) expect(['a', 'b', ''].map(work)).toEqual(['A', 'B', ''])
    expect(names).toEqual(['a', 'b', ''])
    let worked = 0
    const isLong = remembered((name) => {
      worked += 1
      return name.length > 3
    })
    expect([isLong('a'), isLong('a'), isLong('abcd'), isLong('abcd')]).toEqual([false, false, true, true])
    expect(worked).toBe(2)
  })

  it('distinguishes names that only objects take for the same', () => {
    const { work } = counting()
    for (const name of ['__proto__', 'constructor', 'toString', 'A', 'a', 'a '])
      expect(work(name)).toBe(name.toUpperCase())
    expect(work('__proto__')).toBe('__PROTO__')
  })

  it('keeps no name of more than 64 characters', () => {
    const { names, work } = counting()
    for (const length of [64, 64, 65, 65]) expect(work('x'.repeat(length))).toBe('X'.repeat(length))
    expect(names.map(({ length }) => length)).toEqual([64, 65, 65])
  })

  it('keeps a thousand names, and starts again with the next one', () => {
    const { names, work } = counting()
    const thousand = Array.from({ length: 1000 }, (_, index) => `n${index}`)
    for (const name of [...thousand, ...thousand]) work(name)
    expect(names).toEqual(thousand)
    expect(work('another')).toBe('ANOTHER')
    expect(work('n0')).toBe('N0')
    expect(work('another')).toBe('ANOTHER')
    expect(names.slice(1000)).toEqual(['another', 'n0'])
  })
})
