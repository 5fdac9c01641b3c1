import { describe, expect, it } from 'vitest'
import { clause } from '../../ground/ports/clauses'
import { deviationOf, issuerDeviation, issuerDeviations } from '.'

describe('the registry of deviations', () => {
  it('names each once, in the letters of other ids', () => {
    const ids = issuerDeviations.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z]+(_[a-z0-9]+)+$/)
  })

  it('says of each what is wrong and what a wallet does, in whole sentences', () => {
    const titles = issuerDeviations.map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
    for (const { title, must } of issuerDeviations)
      for (const text of [title, must]) expect(text).toMatch(/^[A-Z][^"\\]{10,140}\.$/)
  })

  it('cites a clause that has a link', () => {
    for (const deviation of issuerDeviations) expect(() => new URL(clause(deviation.clause).url)).not.toThrow()
  })

  it('changes something in each, and leaves what it is given as it was', () => {
    for (const { changes } of issuerDeviations) expect(Object.keys(changes)).not.toEqual([])
    const parameters = Object.freeze([
      Object.freeze(['code', 'x'] as const),
      Object.freeze(['state', 'y'] as const),
      Object.freeze(['iss', 'z'] as const),
    ])
    const answer = Object.freeze({ access_token: 'x', token_type: 'DPoP', expires_in: 600 })
    for (const { changes } of issuerDeviations) {
      if (changes.redirect) expect(changes.redirect(parameters)).not.toEqual(parameters)
      if (changes.offer) expect(changes.offer(answer)).not.toEqual(answer)
      if (changes.response) expect(changes.response(answer)).not.toEqual(answer)
      if (changes.issued) expect(changes.issued('x~y~')).not.toBe('x~y~')
      if (changes.token) expect(changes.token(answer)).not.toEqual(answer)
    }
  })

  it('finds one by its id, and none by another one', () => {
    for (const one of issuerDeviations) expect(issuerDeviation(one.id)).toBe(one)
    expect(issuerDeviation('mood')).toBeNull()
    expect(issuerDeviation(undefined)).toBeNull()
    expect(deviationOf({ options: { scheme: 'x://', dpop_nonce: 'off' } })).toBeNull()
  })
})
