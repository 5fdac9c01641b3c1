import { describe, expect, it } from 'vitest'
import { wireBody, wireFields } from './wire-message'

describe('a message as it went over the wire', () => {
  it('writes JSON for a body that is not a form, and text as it is', () => {
    expect(wireBody({ a: [1] }, 'application/json')).toBe('{"a":[1]}')
    expect(wireBody('header.payload.signature', 'application/jwt')).toBe('header.payload.signature')
    expect(wireBody(['a'], 'application/x-www-form-urlencoded')).toBe('["a"]')
    expect(wireBody(null, 'application/json')).toBeNull()
  })

  it('lists each value of a field', () => {
    expect(wireFields({ a: ['1', '2'], b: { c: 1 }, d: null })).toEqual([
      ['a', '1'],
      ['a', '2'],
      ['b', '{"c":1}'],
      ['d', ''],
    ])
    expect(wireFields('text')).toEqual([])
  })
})
