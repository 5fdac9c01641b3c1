import { describe, expect, it } from 'vitest'
import { missingTarget, withExchangeId } from './detail-selection'

const found = { checkIds: ['vci.dpop.htu'], exchangeIds: ['a', 'b'] }

describe('missingTarget', () => {
  it('names what a URL asks for and the session does not have', () => {
    expect(missingTarget({ check: 'vci.dpop.jti' }, found)).toEqual({ what: 'check', id: 'vci.dpop.jti' })
    expect(missingTarget({ check: 'vci.dpop.htu', exchange: 'c' }, found)).toEqual({ what: 'exchange', id: 'c' })
  })

  it('is null if all of it exists, or nothing is asked for', () => {
    expect(missingTarget({ check: 'vci.dpop.htu', exchange: 'a' }, found)).toBeNull()
    expect(missingTarget({}, found)).toBeNull()
  })
})

describe('withExchangeId', () => {
  const numbers = [
    { id: 'a', number: 1 },
    { id: 'b', number: 2 },
    { id: 'c', number: null },
  ]

  it('takes the number of an exchange for its id', () => {
    expect(withExchangeId({ exchange: '2', tab: 'request' }, numbers)).toEqual({ exchange: 'b', tab: 'request' })
  })

  it('leaves ids and unknown numbers as they are', () => {
    for (const exchange of ['a', '3', undefined]) expect(withExchangeId({ exchange }, numbers)).toEqual({ exchange })
  })
})
