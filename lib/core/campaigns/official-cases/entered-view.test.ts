import { expect, it } from 'vitest'
import { sampleEntered } from '@/lib/testing/store-samples'
import { enteredBy, enteredView } from './entered-view'

it.each([
  ['person', undefined, 'entered by a person'],
  ['person', 'Ada', 'entered by Ada'],
  ['driver', undefined, 'entered by a driver'],
  ['driver', 'Ada', 'entered by a driver for Ada'],
  [null, undefined, 'entered, by whom is not recorded'],
  [null, 'Ada', 'entered by Ada'],
] as const)('who entered a result is said in words: %s, %s', (by, tester, words) => {
  expect(enteredBy({ by, tester })).toBe(words)
})

it('a result that was stored before its teller was is neither of a person nor of a driver', () => {
  expect(enteredView(sampleEntered())).toMatchObject({ by: null })
  expect(enteredView(sampleEntered({ by: 'driver' }))).toMatchObject({ by: 'driver' })
})
