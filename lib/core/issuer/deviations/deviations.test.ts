import { describe, expect, it } from 'vitest'
import { clause } from '../../shared/ports/clauses'
import { missedNeed, withNeeds } from '../read/read-session-request'
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
    const offer = Object.freeze({ ...answer, grants: Object.freeze({}) })
    for (const { changes } of issuerDeviations) {
      if (changes.redirect) expect(changes.redirect(parameters)).not.toEqual(parameters)
      if (changes.offer) expect(changes.offer(offer)).not.toEqual(offer)
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

const needs = { flow: 'authorization_code', laboratory: { deferred: { pending: 1 }, authorization_servers: 'two' } }

describe('what a deviation needs', () => {
  it('completes what was asked for, objects member by member', () => {
    const asked = { name: 'one', laboratory: { deferred: { interval: 3 }, status: null } }
    expect(withNeeds(needs, asked)).toEqual({
      flow: 'authorization_code',
      name: 'one',
      laboratory: { deferred: { pending: 1, interval: 3 }, authorization_servers: 'two', status: null },
    })
  })

  it('never replaces a value of the tester', () => {
    const asked = { flow: 'pre_authorized_code', laboratory: null }
    expect(withNeeds(needs, asked)).toEqual(asked)
  })

  it('takes the name of a prototype member for a name', () => {
    const asked = JSON.parse('{"__proto__":{"a":1},"constructor":2}')
    expect(Object.keys(withNeeds({}, asked)).sort()).toEqual(['__proto__', 'constructor'])
  })

  it('is met by more than it asks for', () => {
    expect(missedNeed(needs, withNeeds(needs, { name: 'one', laboratory: { batch: {} } }))).toBeNull()
  })

  it.each([
    [{ flow: 'pre_authorized_code' }, ['flow'], 'authorization_code'],
    [{ laboratory: { deferred: null } }, ['laboratory', 'deferred'], 'an object'],
    [{ laboratory: { deferred: { pending: 2 } } }, ['laboratory', 'deferred', 'pending'], 1],
    [{ laboratory: { authorization_servers: 'self' } }, ['laboratory', 'authorization_servers'], 'two'],
  ])('is missed by %j', (asked, path, need) => {
    expect(missedNeed(needs, withNeeds(needs, asked))).toEqual({ path, need })
  })
})
