import { expect, it } from 'vitest'
import { failuresInOrder, leadingFailure } from './failures'
import type { ConformanceEntry } from './session-view'

const entry = (id: string, exchange_id: string | null, more: Partial<ConformanceEntry> = {}) =>
  ({
    id,
    exchange_id,
    status: 'fail',
    level: 'must',
    correlation: 'exact',
    rejected: false,
    ...more,
  }) as ConformanceEntry

const order = (...entries: ConformanceEntry[]) =>
  failuresInOrder(entries, ['first', 'second'], false).map(({ id }) => id)

it('failures are told in order of time, those of the whole session last, refusals first within their exchange', () => {
  expect(
    order(entry('d', null), entry('c', 'second'), entry('b', 'first'), entry('a', 'first', { rejected: true })),
  ).toEqual(['a', 'b', 'c', 'd'])
})

it('the first that refused a request leads, also where another came before it', () => {
  const failures = failuresInOrder(
    [entry('early', 'first'), entry('refused', 'second', { rejected: true })],
    ['first', 'second'],
    false,
  )
  expect(leadingFailure(failures)?.id).toBe('refused')
  expect(leadingFailure([entry('early', 'first')])?.id).toBe('early')
  expect(leadingFailure([])).toBeNull()
})

it('a pass, and a warning that refused nothing, are no failures', () => {
  expect(order(entry('a', 'first', { status: 'pass' }), entry('b', 'first', { status: 'warn' }))).toEqual([])
})
