import { describe, expect, it } from 'vitest'
import { boundNames, boundProblems, leftOutWords, problemsMax } from './problem-words'

const problem = (changes: object = {}) => ({
  code: 'invalid_dcql_query',
  severity: 'note' as 'note' | 'violation' | 'refused',
  pointer: '/a',
  message: 'It is wrong.',
  ...changes,
})

describe('the problems of a request', () => {
  it('are all listed, as they are and in their order, up to the bound', () => {
    const all = Array.from({ length: problemsMax }, (_, index) => problem({ pointer: `/${index}` }))
    expect(boundProblems(all)).toEqual({ listed: all, counts: { refused: 0, violation: 0, note: problemsMax } })
  })

  it('are counted beyond it, and none of a later kind is lost behind many of another', () => {
    function* many() {
      for (let index = 0; index < 100_000; index += 1) yield problem({ pointer: `/${index}` })
      yield problem({ severity: 'violation', pointer: '/violation' })
      yield problem({ code: 'invalid_transaction_data', severity: 'violation', pointer: '/other' })
      yield problem({ severity: 'refused', pointer: '/refused' })
    }
    const { listed, counts } = boundProblems(many())
    expect(counts).toEqual({ refused: 1, violation: 2, note: 100_000 })
    expect(listed).toHaveLength(problemsMax)
    expect(listed.slice(-3).map(({ pointer }) => pointer)).toEqual(['/violation', '/other', '/refused'])
    expect(listed.slice(0, 3).map(({ pointer }) => pointer)).toEqual(['/0', '/1', '/2'])
  })

  it('have room for the worst first', () => {
    const notes = Array.from({ length: 600 }, () => problem())
    const violations = Array.from({ length: 600 }, () => problem({ severity: 'violation' }))
    const { listed } = boundProblems([...notes, ...violations])
    expect(listed.filter(({ severity }) => severity === 'note')).toHaveLength(1)
    expect(listed).toHaveLength(problemsMax)
  })

  it('repeat no more of a name than its beginning', () => {
    const long = problem({ pointer: `/${'a'.repeat(1e6)}`, message: 'b'.repeat(1e6) })
    const { listed } = boundProblems([long])
    expect(listed.map(({ pointer, message }) => [pointer.length, message.length])).toEqual([[201, 401]])
    expect(boundNames(Array.from({ length: 9000 }, () => 'n'.repeat(1000))).join('').length).toBe(500 * 201)
  })

  it('that are left out are told with their number and the bound', () => {
    expect(leftOutWords(problemsMax, 12_345)).toBe('500 of 12,345 problems are listed, the most of one request.')
  })
})
