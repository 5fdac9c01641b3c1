import { expect, it } from 'vitest'
import { sampleEntered } from '@/lib/testing/store-samples'
import { enteredBy, enteredView, evidenceWords, readEvidence } from './entered-results'

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

const id = '5f2d5a8e-4d55-4b58-9d0c-6f1f62f0a0c1'

it('what is named in support of a result is one line, and is read from it again', () => {
  const all = [
    { session_id: id },
    { exchange_id: id, note: 'the second one' },
    { session_id: id, exchange_id: id, sha256: 'ab'.repeat(32), note: 'sha256 of the film' },
    { note: 'seen by two' },
  ]
  expect(readEvidence(`\r\n${all.map(evidenceWords).join('\r\n')}\n \n`)).toEqual(all)
  expect(readEvidence('')).toEqual([])
  expect(evidenceWords({ note: 'seen\r\ntwice\u2028by two' })).toBe('seen twice by two')
})
