import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { lookedAt } from '@/lib/testing/looked-at'
import { runs } from '@/scripts/thorough.mjs'
import { formDecode, readParameters } from './read-form'

describe('readParameters', () => {
  it('keeps repetition and names it', () => {
    const parameters = readParameters('scope=a&scope=b&state=x')
    expect(parameters.duplicates).toEqual(['scope'])
    expect(parameters.pairs).toHaveLength(3)
  })
  it('treats an empty value as absent but remembers that the name was sent', () => {
    const parameters = readParameters('code=&state=x')
    expect(parameters.get('code')).toBeNull()
    expect(parameters.sent('code')).toBe(true)
  })
  it('decodes percent-encoded names', () => {
    expect(readParameters('pre%2Dauthorized_code=abc').get('pre-authorized_code')).toBe('abc')
  })
  it('stops at the bound and says so', () => {
    const parameters = readParameters('a=1&'.repeat(300))
    expect(parameters.tooMany).toBe(true)
    expect(parameters.pairs).toHaveLength(256)
  })
  it('never throws, and gives back what was encoded', () => {
    fc.assert(
      fc.property(fc.string(), (text) => void readParameters(text)),
      runs(),
    )
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string({ minLength: 1 })), (wanted) => {
        const parameters = readParameters(new URLSearchParams(wanted).toString())
        for (const [name, value] of Object.entries(wanted)) {
          if (value.isWellFormed() && name.isWellFormed()) expect(parameters.get(name)).toBe(value)
        }
      }),
      runs(),
    )
  })

  it('looks at no more than it keeps, however many parameters come', async () => {
    const text = 'a=%31&'.repeat(1_000_000)
    const read = () => expect(readParameters(text)).toMatchObject({ tooMany: true, pairs: { length: 256 } })
    expect(await lookedAt(read)).toBeLessThan(20_000)
  })
  it('counts no empty piece as a parameter', () => {
    expect(readParameters(`${'&'.repeat(5000)}a=1&&b=2&`)).toMatchObject({ tooMany: false, pairs: { length: 2 } })
    expect(readParameters('a=1&'.repeat(256)).tooMany).toBe(false)
    expect(readParameters('a=1&'.repeat(257)).tooMany).toBe(true)
  })
})

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
