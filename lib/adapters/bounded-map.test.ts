import { describe, expect, it } from 'vitest'
import { createBoundedMap } from './bounded-map'

describe('a bounded map', () => {
  it('forgets the oldest entries first, and never holds more than its bound', () => {
    const map = createBoundedMap<string, number>(2)
    for (const [index, key] of ['a', 'b', 'c'].entries()) map.set(key, index)
    expect([...map.entries()]).toEqual([
      ['b', 1],
      ['c', 2],
    ])
  })

  it('takes an entry that is set again for a new one, with its new size', () => {
    const map = createBoundedMap<string, string>(10)
    map.set('a', 'first', 5)
    map.set('b', 'second', 5)
    map.set('a', 'third', 4)
    map.set('c', 'fourth', 1)
    expect([...map.entries()].map(([key]) => key)).toEqual(['b', 'a', 'c'])
    map.set('d', 'fifth', 1)
    expect([...map.entries()].map(([key]) => key)).toEqual(['a', 'c', 'd'])
  })

  it('forgets an entry that is used later than those that only lie there', () => {
    const map = createBoundedMap<string, number>(2)
    map.set('a', 1)
    map.set('b', 2)
    expect([map.use('a'), map.use('none')]).toEqual([1, undefined])
    map.get('b')
    map.set('c', 3)
    expect([...map.entries()]).toEqual([
      ['a', 1],
      ['c', 3],
    ])
  })

  it('does not keep what is larger than its bound, nor what it held under that key', () => {
    const map = createBoundedMap<string, string>(10)
    map.set('a', 'small', 1)
    map.set('b', 'other', 1)
    map.set('a', 'large', 11)
    expect([...map.entries()]).toEqual([['b', 'other']])
  })

  it('is empty after it was cleared, and has all its room again', () => {
    const map = createBoundedMap<string, number>(1)
    map.set('a', 1)
    map.clear()
    expect(map.get('a')).toBeUndefined()
    map.set('b', 2)
    expect(map.get('b')).toBe(2)
  })
})
