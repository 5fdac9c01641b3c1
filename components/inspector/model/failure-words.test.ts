import { describe, expect, it } from 'vitest'
import { failureWords } from './failure-words'
import { catalogueCheck, finding } from './fixtures/session'
import { judgeChecks, listFailures } from './judged-check'

function wordsOf(more: Parameters<typeof finding>[1]) {
  const entry = finding('vci.a', { status: 'fail', ...more })
  const [failure] = listFailures(judgeChecks([entry], [catalogueCheck('vci.a', { title: 'Audience is ours' })]), [])
  if (failure === undefined) throw new Error('no failure')
  return failureWords(failure)
}

describe('failureWords', () => {
  it('name the broken rule and both values beside the remedy', () => {
    expect(wordsOf({ expected: 'a', actual: ['b', 1], hint: 'Send a.' })).toEqual({
      rule: 'Audience is ours',
      expected: 'a',
      seen: '["b",1]',
      hint: 'Send a.',
    })
  })

  it('leave out a value that is absent, was not kept, or does not fit on a line', () => {
    const redacted = { redacted: true, type: 'string', length: 9 }
    expect(wordsOf({ expected: null, actual: redacted })).toMatchObject({ expected: null, seen: null, hint: null })
    expect(wordsOf({ expected: 'x'.repeat(97), actual: 'x'.repeat(96) })).toMatchObject({
      expected: null,
      seen: 'x'.repeat(96),
    })
  })

  it('keep values that are false or nought', () => {
    expect(wordsOf({ expected: true, actual: false })).toMatchObject({ expected: 'true', seen: 'false' })
    expect(wordsOf({ expected: 1, actual: 0 })).toMatchObject({ expected: '1', seen: '0' })
  })
})
