import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  boundNames,
  boundProblems,
  issueToReport,
  issueWords,
  leftOutWords,
  placedIssue,
  problemsMax,
  withIssue,
} from './problem-words'

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
    expect(boundProblems(all)).toEqual({
      listed: all,
      counts: { refused: 0, violation: 0, warning: 0, note: problemsMax },
    })
  })

  it('are counted beyond it, and none of a later kind is lost behind many of another', () => {
    function* many() {
      for (let index = 0; index < 100_000; index += 1) yield problem({ pointer: `/${index}` })
      yield problem({ severity: 'violation', pointer: '/violation' })
      yield problem({ code: 'invalid_transaction_data', severity: 'violation', pointer: '/other' })
      yield problem({ severity: 'refused', pointer: '/refused' })
    }
    const { listed, counts } = boundProblems(many())
    expect(counts).toEqual({ refused: 1, violation: 2, warning: 0, note: 100_000 })
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

const wordsOf = (schema: z.ZodType, value: unknown): string => {
  const issue = issueToReport(schema.safeParse(value).error?.issues ?? [])
  return issue === undefined ? 'accepted' : issueWords(issue)
}

const kinds = [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })] as const

describe('a value that a schema refuses', () => {
  it.each<[string, z.ZodType, unknown]>([
    ['must be one of pass, fail', z.enum(['pass', 'fail']), 'passed'],
    ['must be true or false', z.boolean(), 'yes'],
    ['must be an integer', z.int(), 1.5],
    ['must be sent', z.object({ any: z.unknown().refine(() => true) }), {}],
    ['must be at least 5', z.number().min(5), 4],
    ['must be at most 100', z.number().max(100), 101],
    ['must be at most 100', z.int().min(1).max(100), 1e300],
    ['must be at least 1', z.int().min(1).max(100), -1e300],
    ['must be at most 9007199254740991', z.int(), 1e300],
    ['must have at most 3 characters', z.string().max(3), 'abcd'],
    ['must have at least 1 elements', z.array(z.string()).min(1), []],
    ['must match /^[a-z]+$/', z.string().regex(/^[a-z]+$/), 'A'],
    ['must have the form that /openapi.json describes', z.string().regex(/^\d+$/), 'A'],
    ['must be a URL', z.url(), 'x'],
    ['must be a scheme of ours', z.string().regex(/^\w+:\/\/$/, 'must be a scheme of ours'), 'x'],
    ['must be true or false, or be one of a, b', z.union([z.boolean(), z.enum(['a', 'b'])]), 'c'],
    ['must be an object', z.object({}), null],
    ['must have at most 2 characters', z.union([z.boolean(), z.string().max(2)]), 'abc'],
    ['must have a legal value', z.string().refine(() => false), 'x'],
    ['must have a legal value', z.discriminatedUnion('kind', kinds), { kind: 'c' }],
    ['must be one of a, b', z.discriminatedUnion('kind', kinds, { error: 'must be one of a, b' }), { kind: 'c' }],
    ['must be a leap year', z.int().refine(() => false, 'must be a leap year'), 2025],
  ])('%s', (words, schema, value) => expect(wordsOf(schema, value)).toBe(words))

  it.each<[string, z.ZodType, unknown]>([
    ['presets: each must be a string', z.object({ presets: z.array(z.string()) }), { presets: ['a', 1] }],
    ['presets: each must be one of a, b', z.object({ presets: z.array(z.enum(['a', 'b'])) }), { presets: ['c'] }],
    ['presets must be an array', z.object({ presets: z.array(z.string()) }), { presets: 'a' }],
    ['rows.0.runs must be a number', z.object({ rows: z.array(z.object({ runs: z.number() })) }), { rows: [{}] }],
  ])('is told by its member, and a list by each of its elements: %s', (words, schema, value) => {
    const [issue] = schema.safeParse(value).error?.issues ?? []
    const placed = issue && placedIssue(issue)
    expect(placed && withIssue(placed.path.join('.'), placed)).toBe(words)
  })

  it('is never repeated', () => {
    for (const schema of [z.enum(['a']), z.int(), z.url(), z.union([z.boolean(), z.int()]), z.strictObject({})])
      expect(wordsOf(schema, { secret: 'hunter2' })).not.toContain('hunter2')
  })
})
