import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { utf8 } from '../../../ground/values/base64url'
import type { Json } from '../../../ground/values/json'
import { anyString } from '../fixtures/any-string'
import { boundJson, fitsIn } from './bound-json'

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
