import { describe, expect, it } from 'vitest'
import { missedNeed, withNeeds } from '../read/read-session-request'

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
