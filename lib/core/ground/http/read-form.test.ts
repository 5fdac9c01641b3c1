import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lookedAt } from '@/lib/testing/looked-at'
import { runs } from '@/scripts/thorough.mjs'
import { readParameters } from './read-form'

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
