import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { utf8 } from '../../../shared/values/base64url'
import type { Json } from '../../../shared/values/json'
import { anyString } from '../fixtures/any-string'
import { boundJson, boundValues, fitsIn } from './bound-json'

const values = fc.oneof(
  anyString,
  fc.array(fc.oneof(anyString, fc.double(), fc.constant(null))),
  fc.dictionary(anyString, anyString),
  fc.jsonValue(),
)

describe('a value that fits', () => {
  it('is one whose JSON text has no more bytes, whatever its characters are', () => {
    fc.assert(
      fc.property(values, fc.nat(200), (value, more) => {
        const { length } = utf8(JSON.stringify(value))
        for (const bytes of [length, length + more, length * 3]) expect(fitsIn(value, bytes)).toBe(true)
        for (const bytes of [length - 1, length - 1 - more, Math.floor(length / 3)])
          expect(fitsIn(value, bytes)).toBe(false)
        expect(boundJson(value as Json, length)).toEqual(value)
      }),
      runs(),
    )
  })
})

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
