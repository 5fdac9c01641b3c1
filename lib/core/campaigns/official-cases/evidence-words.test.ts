import { expect, it } from 'vitest'
import { evidenceWords, readEvidence } from './evidence-words'

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
