import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { formDecode } from './read-form'

const pieces = fc
  .array(
    fc.constantFrom('a', 'é', '😀', '+', '%', '%41', '%2B', '%c3%A9', '%ff', '%e2%82', '%0', '\uFEFF', '%EF%BB%BF'),
  )
  .map((parts) => parts.join(''))

describe('a name or value of a form', () => {
  afterEach(() => void vi.restoreAllMocks())

  it('is decoded as in the URL Standard', () => {
    fc.assert(
      fc.property(pieces, (text) => {
        // Node mishandles an escape next to a non-ASCII character.
        const ascii = text.replaceAll(/[^ -~]+/g, encodeURIComponent)
        expect(formDecode(text)).toBe(new URLSearchParams(`x=${ascii}`).get('x'))
      }),
      runs(),
    )
  })

  it.each([
    ['+', ' '],
    ['%41', 'A'],
    ['%', '%'],
    ['a+', 'a '],
    ['%ff', '\uFFFD'],
  ])('is decoded as a whole, and not each of its escapes: %s', (part, decoded) => {
    const calls = [vi.spyOn(globalThis, 'decodeURIComponent'), vi.spyOn(TextDecoder.prototype, 'decode')]
    expect(formDecode(part.repeat(100_000)) === decoded.repeat(100_000)).toBe(true)
    expect(calls.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBeLessThanOrEqual(2)
  })
})
