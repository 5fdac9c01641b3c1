import { describe, expect, it } from 'vitest'
import { boundValues } from './bound-json'

describe('JSON with more values than a record has room for', () => {
  it('is cut in its order, and says of each list and object how much is left out', () => {
    const many = Array.from({ length: 9000 }, (_, index) => index)
    const list = boundValues(many) as unknown[]
    expect(list.length).toBe(2000)
    expect(list.slice(0, 1999)).toEqual(many.slice(0, 1999))
    expect(list.at(-1)).toEqual({ truncated: true, omitted: 7001 })
    const members = boundValues(Object.fromEntries(many.map((one) => [`n${one}`, one]))) as Record<string, unknown>
    expect(Object.keys(members).length).toBe(2001)
    expect(members).toMatchObject({ n0: 0, n1998: 1998, omitted: 7001 })
    expect(boundValues({ first: 'a', list: many, last: 'b' })).toMatchObject({ first: 'a', omitted: 1 })
  })

  it('stays as it is where there is room', () => {
    const small = { list: [1, 2, { three: null }], text: 'a' }
    expect(boundValues(small)).toBe(small)
  })
})
