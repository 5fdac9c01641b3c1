import { expect, it } from 'vitest'
import { event, start } from '../../../engine/evidence/fixtures/sessions'
import { addSeconds } from '../../../shared/time/time'
import { nextResult, transactionsOf } from './transaction'

const deferred = event(1, 'credential_deferred', { transaction: 'a', interval: 5 })
const polled = (second: number, result: string, transaction = 'a') =>
  event(second, 'deferred_polled', { transaction, result, interval: 7 })
const decided = (outcome: string) => event(3, 'deferred_decided', { transaction: 'a', outcome })

it.each([
  ['waits since it was deferred', [deferred], 'pending', 0, 1, 5],
  ['waits since it was told to wait again', [deferred, polled(2, 'pending')], 'pending', 1, 2, 7],
  ['does not count a refused request', [deferred, polled(2, 'refused')], 'pending', 0, 1, 5],
  ['is decided by the tester', [deferred, polled(2, 'pending'), decided('deny')], 'deny', 1, 2, 7],
  ['is over once the wallet was told', [deferred, decided('deny'), polled(4, 'denied')], 'denied', 1, 1, 5],
  ['is not that of another one', [deferred, polled(2, 'issued', 'b')], 'pending', 0, 1, 5],
])('a transaction %s', (_name, events, state, polls, since, seconds) => {
  expect(transactionsOf(events)).toEqual([
    { digest: 'a', state, polls, waits: { since: addSeconds(start, since), seconds } },
  ])
})

it('is none that was never deferred', () => {
  expect(transactionsOf([polled(2, 'pending'), decided('issue')])).toEqual([])
})

it.each([
  ['pending', 0, 'pending'],
  ['pending', 1, 'pending'],
  ['pending', 2, 'denied'],
  ['issue', 0, 'issued'],
  ['lose', 0, 'lost'],
  ['deny', 9, 'denied'],
  ['denied', 3, 'denied'],
  ['lost', 3, 'lost'],
] as const)('the next request of a transaction that is %s after %i polls is %s', (state, polls, result) => {
  expect(nextResult({ state, polls }, { pending: 2, outcome: 'deny' })).toBe(result)
})
