import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { readSubjectKey, subjectKey } from './finding'

const anySubject = fc.record({ queryId: fc.string({ unit: 'binary' }), index: fc.nat() })

describe('the key of a subject', () => {
  it('is short and readable', () => {
    expect(subjectKey({ queryId: 'pid_sd_jwt', index: 0 })).toBe('pid_sd_jwt#0')
  })

  it('leads back to the subject, whatever the id is made of', () => {
    fc.assert(
      fc.property(anySubject, (subject) => {
        expect(readSubjectKey(subjectKey(subject))).toEqual(subject)
      }),
      runs(),
    )
    for (const queryId of ['', '#', 'a#1', '#2#', 'a\nb', '__proto__'])
      expect(readSubjectKey(subjectKey({ queryId, index: 3 }))).toEqual({ queryId, index: 3 })
  })

  it('is empty for what is about no credential, and that is the key of no subject', () => {
    expect(subjectKey(undefined)).toBe('')
    for (const key of ['', 'pid', 'pid#', 'pid#x', 'pid#-1']) expect(() => readSubjectKey(key)).toThrow()
  })
})
