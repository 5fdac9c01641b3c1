import { describe, expect, it } from 'vitest'
import { clause } from '../../ground/ports/clauses'
import { faultOf, issuanceFault, issuanceFaults } from '.'

describe('the registry of faults', () => {
  it('names each fault once, in the letters of other ids', () => {
    const ids = issuanceFaults.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z]+(_[a-z]+)+$/)
  })

  it('says of each what is wrong and what a wallet does, in whole sentences', () => {
    const titles = issuanceFaults.map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
    for (const { title, must } of issuanceFaults)
      for (const text of [title, must]) expect(text).toMatch(/^[A-Z][^"\\]{10,140}\.$/)
  })

  it('cites a clause that has a link', () => {
    for (const fault of issuanceFaults) expect(() => new URL(clause(fault.clause).url)).not.toThrow()
  })

  it('changes something in each, and leaves what it is given as it was', () => {
    for (const { changes } of issuanceFaults) expect(Object.keys(changes)).not.toEqual([])
    const parameters = Object.freeze([
      Object.freeze(['code', 'x'] as const),
      Object.freeze(['state', 'y'] as const),
      Object.freeze(['iss', 'z'] as const),
    ])
    const answer = Object.freeze({ access_token: 'x', token_type: 'DPoP', expires_in: 600 })
    for (const { changes } of issuanceFaults) {
      if (changes.redirect) expect(changes.redirect(parameters)).not.toEqual(parameters)
      if (changes.offer) expect(changes.offer(answer)).not.toEqual(answer)
      if (changes.response) expect(changes.response(answer)).not.toEqual(answer)
      if (changes.issued) expect(changes.issued('x~y~')).not.toBe('x~y~')
      if (changes.token) expect(changes.token(answer)).not.toEqual(answer)
    }
  })

  it('finds a fault by its id, and none by another one', () => {
    for (const fault of issuanceFaults) expect(issuanceFault(fault.id)).toBe(fault)
    expect(issuanceFault('mood')).toBeNull()
    expect(issuanceFault(undefined)).toBeNull()
    expect(faultOf({ options: { scheme: 'x://', dpop_nonce: 'off' } })).toBeNull()
  })
})
