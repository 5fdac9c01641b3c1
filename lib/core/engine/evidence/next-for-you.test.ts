import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { actors } from '../checks/check'
import { type AfterCause, afterCause, nextForYou, warningsInOrder } from './next-for-you'
import { type OutcomeId, outcomeIds } from './outcomes'
import type { ConformanceEntry } from './session-view'
import { firstWarned } from './summarise'
import { nextTests } from './z-session-view'

const run = {
  begin: 'Scan the code.',
  again: 'scan again',
  test: { do: 'Ask it back.', test: 'ask_back' },
} as const

const cause = (after: AfterCause) => ({ check: 'vp.kb.aud', exchange_id: 'e', acts: 'wallet', after }) as const

const next = (change: Partial<Parameters<typeof nextForYou>[0]>) =>
  nextForYou({ outcome: 'passed', counts: { fail: 0, warn: 0 }, cause: null, warning: null, run, ...change })

const anyCause = fc.record({
  check: fc.constant('vp.kb.aud'),
  exchange_id: fc.option(fc.uuid()),
  acts: fc.constantFrom(...actors),
  after: fc.oneof(
    fc.constant({ became: 'stands' } as const),
    fc.constant({ became: 'accepted' } as const),
    fc.record({ became: fc.constant('recovered' as const), number: fc.option(fc.integer({ min: 1 })) }),
  ),
})

const anySituation = fc.record({
  outcome: fc.constantFrom(...outcomeIds),
  counts: fc.record({ fail: fc.nat(400), warn: fc.nat(400) }),
  cause: fc.option(anyCause),
  warning: fc.option(fc.record({ id: fc.constant('vci.x'), exchange_id: fc.option(fc.uuid()) })),
  run: fc.constant({ ...run, test: { ...run.test, test: nextTests[0] } }),
})

describe('what the one who tests does next', () => {
  it('is a sentence in every situation, and never that there is nothing to do', () => {
    fc.assert(
      fc.property(anySituation, (situation) => {
        const { do: what } = nextForYou(situation)
        expect(what).toMatch(/^[A-Z].*[.]$/)
        expect(what).not.toMatch(/\bNothing\b|[{}]|undefined|null/)
      }),
      runs(),
    )
  })

  it('is about what failed or warned wherever anything did, once the flow is over', () => {
    fc.assert(
      fc.property(anySituation, (situation) => {
        const { id } = nextForYou(situation)
        const isOpen = situation.outcome === 'waiting' || situation.outcome === 'running'
        if (situation.cause !== null) expect(['fix', 'recovered', 'accepted']).toContain(id)
        else if (situation.counts.fail > 0) expect(id).toBe('fix')
        else if (situation.warning !== null && !isOpen) expect(id).toBe('warning')
      }),
      runs(),
    )
  })

  it.each([
    ['a failure', { cause: cause({ became: 'stands' }) }, 'Fix it, then scan again.'],
    [
      'one that recovered',
      { cause: cause({ became: 'recovered', number: 8 }) },
      'It recovered in request 8. Fix it all the same.',
    ],
    [
      'one that another request got over',
      { cause: cause({ became: 'recovered', number: null }) },
      'The flow went on after it. Fix it all the same.',
    ],
    [
      'one that was accepted',
      { cause: cause({ became: 'accepted' }) },
      'Accepted, because this rule refuses nothing. Fix it.',
    ],
    [
      'one that the issuer has to mend',
      { cause: { ...cause({ became: 'accepted' }), acts: 'issuer' as const } },
      'Let the issuer of the credential fix it, then scan again.',
    ],
    [
      'two warnings',
      { counts: { fail: 0, warn: 2 }, warning: { id: 'vci.x', exchange_id: null } },
      'Look at the first of 2 warnings: fix it, or see that it is meant.',
    ],
    ['a pass', {}, 'Ask it back.'],
    ['a session that waits', { outcome: 'waiting' as OutcomeId }, 'Scan the code.'],
  ])('after %s', (_, change, expected) => {
    expect(next(change).do).toBe(expected)
  })
})

const exchange = (id: string, operation: string | null, status: number | null, correlation = 'exact' as const) => ({
  id,
  operation,
  correlation,
  response: { status },
})

describe('what became of the request of a cause', () => {
  const course = {
    refused: true,
    standing: null,
    mixedTraffic: false,
    recordedOnly: false,
    exchanges: [exchange('a', 'requestToken', 400), exchange('b', 'requestNonce', 200)],
  }

  it('recovered if the same request went through later, with its number', () => {
    const exchanges = [...course.exchanges, exchange('c', 'requestToken', 200)]
    expect(afterCause({ exchange_id: 'a' }, { ...course, exchanges })).toEqual({ became: 'recovered', number: 3 })
    expect(afterCause({ exchange_id: 'a' }, course)).toEqual({ became: 'recovered', number: null })
  })

  it('numbers requests as the pages do: without those that may belong to another session', () => {
    const exchanges = [
      course.exchanges[0] as (typeof course.exchanges)[number],
      { ...exchange('x', 'requestNonce', 200), correlation: 'inferred' as const },
      exchange('c', 'requestToken', 200),
    ]
    expect(afterCause({ exchange_id: 'a' }, { ...course, exchanges, mixedTraffic: true })).toEqual({
      became: 'recovered',
      number: 2,
    })
  })

  it('stands while its refusal does, and where no later request went through', () => {
    const standing = { operation: 'requestToken' }
    expect(afterCause({ exchange_id: 'a' }, { ...course, standing })).toEqual({ became: 'stands' })
    expect(afterCause({ exchange_id: 'b' }, course)).toEqual({ became: 'stands' })
    expect(afterCause({ exchange_id: null }, course)).toEqual({ became: 'stands' })
  })

  it('was accepted only if its rule refuses nothing and its response was a success', () => {
    const open = { ...course, refused: false, recordedOnly: true }
    expect(afterCause({ exchange_id: 'b' }, open)).toEqual({ became: 'accepted' })
    expect(afterCause({ exchange_id: 'a' }, open)).toEqual({ became: 'stands' })
    expect(afterCause({ exchange_id: 'b' }, { ...open, recordedOnly: false })).toEqual({ became: 'stands' })
  })
})

const entry = (id: string, status: ConformanceEntry['status'], exchange_id: string | null): ConformanceEntry => ({
  id,
  title: id,
  spec: 's',
  clause: '1',
  profile: 'base',
  level: 'must',
  status,
  at: null,
  exchange_id,
  correlation: 'exact',
  expected: null,
  actual: null,
  hint: null,
  rejected: false,
  effect: 'record',
  verified_by: null,
  error: null,
  occurrence: 1,
})

it('warnings are told once per check, by exchange, without those that failed elsewhere', () => {
  const told = warningsInOrder(
    [
      entry('late', 'warn', null),
      entry('second', 'warn', 'b'),
      entry('first', 'warn', 'a'),
      entry('second', 'warn', 'a'),
      entry('failed', 'warn', 'a'),
      entry('failed', 'fail', 'b'),
    ],
    ['a', 'b'],
    false,
  )
  expect(told.map(({ id, exchange_id }) => [id, exchange_id])).toEqual([
    ['first', 'a'],
    ['second', 'a'],
    ['late', null],
  ])
})

it('tells what a specification demands of the session or removed before other profiles, advice and rules of this service', () => {
  const warned = (id: string, level: ConformanceEntry['level'], more: Partial<ConformanceEntry> = {}) => ({
    ...entry(id, 'warn', 'a'),
    level,
    ...more,
  })
  const all = [
    warned('advice', 'info'),
    warned('house', 'must', { rule: 'house' }),
    warned('profile', 'must', { softened: 'unclaimed' }),
    warned('should', 'should'),
    warned('must', 'must'),
    warned('removed', 'info', { removed: true }),
  ]
  const told = warningsInOrder(all, ['a'], false)
  expect(told.map(({ id }) => id)).toEqual(['should', 'must', 'removed', 'profile', 'advice', 'house'])
  expect(firstWarned([all[0], all[1], all[2], all[5]].flatMap((one) => one ?? []))?.id).toBe('removed')
  expect([4, 3, 2, 1].map((count) => firstWarned(all.slice(0, count + 1))?.id)).toEqual([
    'must',
    'should',
    'profile',
    'house',
  ])
})
