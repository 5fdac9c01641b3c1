import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorMillis } from '@/lib/testing/processor-time'
import { runs } from '@/scripts/thorough.mjs'
import { formDecode } from './form-decode'

const pieces = fc
  .array(
    fc.constantFrom('a', 'é', '😀', '+', '%', '%41', '%2B', '%c3%A9', '%ff', '%e2%82', '%0', '\uFEFF', '%EF%BB%BF'),
  )
  .map((parts) => parts.join(''))

describe('a name or value of a form', () => {
  it('is decoded as in the URL Standard', () => {
    fc.assert(
      fc.property(pieces, (text) => {
        // Node takes an escape beside a character that is none of ASCII apart wrongly.
        const ascii = text.replaceAll(/[^ -~]+/g, encodeURIComponent)
        expect(formDecode(text)).toBe(new URLSearchParams(`x=${ascii}`).get('x'))
      }),
      runs(),
    )
  })

  it.each([['+'], ['%41'], ['%'], ['a+']])('is decoded in the time that its length takes: %s', (part) => {
    const text = part.repeat(5_000_000 / part.length)
    const started = processorMillis()
    formDecode(text)
    expect(processorMillis() - started).toBeLessThan(250)
  })
})
