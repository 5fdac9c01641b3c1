import { describe, expect, it } from 'vitest'
import { exchangeNumbers } from './exchange-numbers'

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
})
