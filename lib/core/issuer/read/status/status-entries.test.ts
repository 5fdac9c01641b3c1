import { expect, it } from 'vitest'
import { event, start } from '../../../engine/evidence/fixtures/sessions'
import { addSeconds } from '../../../shared/time/time'
import { statusEntries } from './status-entries'

const issued = (second: number, ...indexes: number[]) =>
  event(second, 'credential_issued', { statuses: indexes.map((index) => ({ list: 1, index, status: 'valid' })) })
const changed = (second: number, index: number, status: string) =>
  event(second, 'status_changed', { statuses: [{ list: 1, index, status }] })
const allChanged = (second: number, all: string) => event(second, 'status_changed', { all, count: 2 })
const seen = (...events: ReturnType<typeof event>[]) =>
  statusEntries(events).map(({ index, status, changedAt }) => [
    index,
    status,
    changedAt === null ? null : (changedAt - start) / 1000,
  ])

it.each([
  [
    'one',
    [issued(1, 7, 8), changed(2, 7, 'suspended')],
    [
      [7, 'suspended', 2],
      [8, 'valid', null],
    ],
  ],
  [
    'all',
    [issued(1, 7, 8), allChanged(2, 'invalid')],
    [
      [7, 'invalid', 2],
      [8, 'invalid', 2],
    ],
  ],
  [
    'all that were there',
    [issued(1, 7), allChanged(2, 'suspended'), issued(3, 8)],
    [
      [7, 'suspended', 2],
      [8, 'valid', null],
    ],
  ],
  [
    'none that is final',
    [issued(1, 7, 8), changed(2, 7, 'invalid'), allChanged(3, 'valid')],
    [
      [7, 'invalid', 2],
      [8, 'valid', null],
    ],
  ],
  [
    'none that is so already',
    [issued(1, 7, 8), changed(2, 7, 'suspended'), allChanged(3, 'suspended')],
    [
      [7, 'suspended', 2],
      [8, 'suspended', 3],
    ],
  ],
  ['none that was not issued', [issued(1, 7), changed(2, 8, 'invalid')], [[7, 'valid', null]]],
])('a change is about %s', (_name, events, entries) => {
  expect(seen(...events)).toEqual(entries)
})

it('folds a thousand changes of two thousand entries in an instant', () => {
  const events = [issued(1, ...Array.from({ length: 2000 }, (_, index) => index))]
  for (let change = 0; change < 1000; change += 1)
    events.push(allChanged(2 + change, change % 2 ? 'valid' : 'suspended'))
  const entries = statusEntries(events)
  expect(entries).toHaveLength(2000)
  expect(entries.every(({ status, changedAt }) => status === 'valid' && changedAt === addSeconds(start, 1001))).toBe(
    true,
  )
})
