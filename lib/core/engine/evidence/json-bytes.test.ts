import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { jsonBytes } from './bounded-read-back'

it('counts bytes and not characters', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      expect(jsonBytes(value)).toBe(Buffer.byteLength(JSON.stringify(value)))
    }),
    runs(),
  )
  expect(jsonBytes({ name: 'Zoë ✓' })).toBe(Buffer.byteLength('{"name":"Zoë ✓"}'))
})
