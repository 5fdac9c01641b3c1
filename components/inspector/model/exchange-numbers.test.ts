import { describe, expect, it } from 'vitest'
import { exchangeNumbers, numberedCount } from './exchanges'

const exchanges = [
  { id: 'metadata', correlation: 'inferred' },
  { id: 'token', correlation: 'exact' },
  { id: 'nonce', correlation: 'inferred' },
  { id: 'credential', correlation: 'exact' },
] as const

describe('exchangeNumbers', () => {
  it('counts every exchange of a client that had this session alone', () => {
    expect([...exchangeNumbers(exchanges, false).values()]).toEqual([1, 2, 3, 4])
  })

  it('neither counts nor is moved by what may belong to another session of the client', () => {
    const numbers = exchangeNumbers(exchanges, true)
    expect(Object.fromEntries(numbers)).toEqual({ token: 1, credential: 2 })
    expect(exchangeNumbers([exchanges[1], exchanges[3]], true)).toEqual(numbers)
  })

  it('goes on with what is expected next, whatever has no number', () => {
    const numbers = exchangeNumbers(exchanges, true)
    const shown = exchanges.map(({ id }) => ({ number: numbers.get(id) ?? null }))
    expect(numberedCount(4, shown)).toBe(2)
    expect(numberedCount(104, shown)).toBe(102)
  })
})
