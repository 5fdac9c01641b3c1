import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { partsOf } from './token-text'

describe('the parts of a compact token', () => {
  it('are three or five, whatever is around them', () => {
    const pieces = fc.constantFrom('a', 'eyJhbGciOiJFUzI1NiJ9', '.', '.', '..', '~', '=', ' ', '\n', '/')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (some) => {
        const text = some.join('')
        const trimmed = text.trim()
        const parts = (trimmed.split('~')[0] ?? '').split('.')
        const isToken = /^[\w\-.~=]+$/.test(trimmed) && !/=[^.~=]/.test(trimmed) && [3, 5].includes(parts.length)
        expect(partsOf(text)).toEqual(isToken ? parts : null)
      }),
      runs(2000),
    )
  })
})
