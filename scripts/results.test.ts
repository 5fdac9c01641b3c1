import { describe, expect, it } from 'vitest'
import {
  accountedFor,
  closingLine,
  crashed,
  failureLines,
  failuresPlaywright,
  failuresVitest,
  fileTimesPlaywright,
  fileTimesVitest,
  sum,
  tallyPlaywright,
  tallyVitest,
} from './results.mjs'

const file = (status: string, ...tests: string[]) => ({ status, assertionResults: tests.map((status) => ({ status })) })

describe('the closing line', () => {
  it('is exactly the two numbers, and skipped ones only where there are any', () => {
    expect(closingLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
    expect(closingLine({ passed: 1, failed: 2, skipped: 3 })).toBe('1 passed, 2 failed, 3 skipped')
  })

  it('sums over all parts', () => {
    const parts = [{ passed: 1, failed: 0, skipped: 2 }, crashed, { passed: 3, failed: 1, skipped: 0 }]
    expect(closingLine(sum(parts))).toBe('4 passed, 2 failed, 2 skipped')
  })
})

describe('a vitest report', () => {
  it('is counted test by test', () => {
    const report = { testResults: [file('passed', 'passed', 'skipped', 'todo'), file('failed', 'failed', 'passed')] }
    expect(tallyVitest(report, 1)).toEqual({ passed: 2, failed: 1, skipped: 2 })
  })

  it('counts a file that could not run as a failure', () => {
    expect(tallyVitest({ testResults: [file('failed'), file('passed', 'passed')] }, 1)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
    })
  })

  it('counts a runner that crashed, ended badly or ran nothing as a failure', () => {
    expect(tallyVitest(undefined, 1)).toEqual(crashed)
    expect(tallyVitest({ testResults: [file('passed', 'passed')] }, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 })
    expect(tallyVitest({ testResults: [] }, 0)).toEqual(crashed)
  })
})

describe('a Playwright report', () => {
  const stats = (expected: number, unexpected: number, flaky: number, skipped: number) => ({
    stats: { expected, unexpected, flaky, skipped },
    errors: [],
  })

  it('is counted test by test, and a test that passed on a second try failed', () => {
    expect(tallyPlaywright(stats(5, 1, 1, 2), 1)).toEqual({ passed: 5, failed: 2, skipped: 2 })
  })

  it('counts errors outside of tests, such as a server that does not start', () => {
    expect(tallyPlaywright({ ...stats(0, 0, 0, 0), errors: [{ message: 'no server' }] }, 1)).toEqual(crashed)
  })

  it('counts a runner that crashed, ended badly or ran nothing as a failure', () => {
    expect(tallyPlaywright(undefined, 0)).toEqual(crashed)
    expect(tallyPlaywright(stats(3, 0, 0, 0), 1)).toEqual({ passed: 3, failed: 1, skipped: 0 })
    expect(tallyPlaywright(stats(0, 0, 0, 0), 0)).toEqual(crashed)
  })
})

describe('the time of each file', () => {
  it('is read from a vitest report, from the first test to the last', () => {
    const report = { testResults: [{ name: '/tree/a.test.ts', startTime: 1000, endTime: 3500, assertionResults: [] }] }
    expect(fileTimesVitest(report)).toEqual([{ file: '/tree/a.test.ts', seconds: 2.5 }])
  })

  it('is read from a Playwright report, over groups, projects and tries', () => {
    const spec = (file: string, ...durations: number[]) => ({
      file,
      tests: durations.map((duration) => ({ results: [{ duration }] })),
    })
    const report = {
      suites: [
        { specs: [spec('a.spec.ts', 1000, 500)], suites: [{ specs: [spec('a.spec.ts', 250)] }] },
        { specs: [spec('b.spec.ts', 2000)] },
      ],
    }
    expect(fileTimesPlaywright(report)).toEqual([
      { file: 'a.spec.ts', seconds: 1.75 },
      { file: 'b.spec.ts', seconds: 2 },
    ])
  })

  it('is nothing where there is no report', () => {
    expect([fileTimesVitest(undefined), fileTimesPlaywright(undefined)]).toEqual([[], []])
  })
})

const stack = (message: string, ...places: string[]) =>
  [message, ...places.map((place) => `    at ${place}`)].join('\n')

describe('the failures of a vitest report', () => {
  const file = '/tree/lib/a.test.ts'

  it('are its failed tests, with groups, line and error', () => {
    const error = stack('AssertionError: expected 1 to be 2', '/tree/lib/other.ts:3:1', `${file}:12:5`, `${file}:40:1`)
    const tests = [
      { ancestorTitles: ['a group'], title: 'fails', status: 'failed', failureMessages: [error] },
      { ancestorTitles: [], title: 'throws what is no error', status: 'failed', failureMessages: ['x'] },
      { ancestorTitles: [], title: 'passes', status: 'passed', failureMessages: [] },
    ]
    expect(failuresVitest({ testResults: [{ name: file, status: 'failed', assertionResults: tests }] })).toEqual([
      { title: 'a group › fails', file, line: 12, error },
      { title: 'throws what is no error', file, error: 'x' },
    ])
  })

  it('tell a timeout, of which the report holds a placeholder', () => {
    const slow = {
      title: 'waits',
      status: 'failed',
      failureMessages: [stack('Error: STACK_TRACE_ERROR', `${file}:3:1`)],
    }
    const [failure] = failuresVitest({ testResults: [{ name: file, status: 'failed', assertionResults: [slow] }] })
    expect(failure).toMatchObject({ title: 'waits', line: 3, error: expect.stringMatching(/^Error: timed out\n/) })
  })

  it('name a file that could not run', () => {
    const report = { testResults: [{ name: file, status: 'failed', message: 'Cannot find x', assertionResults: [] }] }
    expect(failuresVitest(report)).toEqual([{ title: 'the file failed as a whole', file, error: 'Cannot find x' }])
  })

  it('are none without a report', () => {
    expect(failuresVitest(undefined)).toEqual([])
  })
})

describe('the failures of a Playwright report', () => {
  const passed = { status: 'passed', errors: [] }
  const failed = (message: string, place?: { file: string; line: number }) => ({
    status: 'failed',
    error: { message, location: place },
    errors: [{ message }, { message: 'and more' }],
  })
  const test = (projectName: string, status: string, ...results: unknown[]) => ({ projectName, status, results })
  const spec = (title: string, ...tests: unknown[]) => ({ title, file: 'a.spec.ts', line: 7, tests })
  const report = (...specs: unknown[]) => ({
    suites: [{ title: 'a.spec.ts', file: 'a.spec.ts', suites: [{ title: 'a group', file: 'a.spec.ts', specs }] }],
    errors: [],
  })

  it('are the failed tests of each browser, with groups and the line that failed', () => {
    const here = failed('timed out', { file: '/tree/e2e/pages/a.spec.ts', line: 9 })
    const elsewhere = failed('timed out', { file: '/tree/e2e/pages/support/until.ts', line: 12 })
    const tests = [
      test('phone', 'unexpected', here, here),
      test('desktop', 'unexpected', elsewhere),
      test('tablet', 'expected', passed),
      test('watch', 'skipped'),
    ]
    const named = { title: 'a group › opens', file: 'a.spec.ts', error: 'timed out\nand more' }
    expect(failuresPlaywright(report(spec('opens', ...tests)))).toEqual([
      { ...named, line: 9, project: 'phone' },
      { ...named, line: 7, project: 'desktop' },
    ])
  })

  it('mark a test that passed only on the second try, with the error of the first', () => {
    const flaky = test('phone', 'flaky', failed('too early'), passed)
    expect(failuresPlaywright(report(spec('opens', flaky)))).toMatchObject([
      { title: 'a group › opens', again: true, error: 'too early\nand more' },
    ])
  })

  it('include an error outside of any test, such as a server that does not start', () => {
    expect(failuresPlaywright({ errors: [{ message: 'no server' }] })).toEqual([
      { title: 'an error outside of any test', error: 'no server' },
    ])
  })

  it('are none without a report', () => {
    expect(failuresPlaywright(undefined)).toEqual([])
  })
})

it('a runner that counts more failures than it names is one of them, with its last output', () => {
  const tally = { passed: 3, failed: 1, skipped: 0 }
  const named = { title: 'fails', error: 'x' }
  expect(accountedFor(tally, [], 'Segmentation fault')).toMatchObject([{ error: 'Segmentation fault' }])
  expect(accountedFor(tally, [named], 'Segmentation fault')).toEqual([named])
})

describe('the list of what failed', () => {
  const failure = { title: 'opens', file: 'e2e/pages/a.spec.ts', line: 9, project: 'phone', error: 'one\ntwo\nthree' }
  const failures = (count: number) => [{ part: 'pages', failures: Array.from({ length: count }, () => failure) }]

  it('names part, place, browser and title, and shows the error without colours, stack and empty lines', () => {
    const error = stack('\u001b[31mError: one\u001b[39m\n\n  Locator: x', '/tree/a.ts:1:1')
    expect(failureLines([{ part: 'pages', failures: [{ ...failure, error }] }])).toEqual([
      'FAILED  pages  e2e/pages/a.spec.ts:9  (phone)  opens',
      '    Error: one',
      '      Locator: x',
    ])
    expect(failureLines([{ part: 'checks', failures: [{ title: 'types', error: '' }] }])).toEqual([
      'FAILED  checks  types',
    ])
  })

  it('tells a second try from a failure', () => {
    expect(failureLines([{ part: 'pages', failures: [{ ...failure, again: true }] }])[0]).toBe(
      'PASSED ON THE SECOND TRY  pages  e2e/pages/a.spec.ts:9  (phone)  opens',
    )
  })

  it('shows at most 40 failures with two lines each, and says how many more there are', () => {
    const lines = failureLines(failures(43))
    expect(lines).toHaveLength(40 * 3 + 1)
    expect(lines.slice(-4)).toEqual([lines[0], '    one', '    two', 'and 3 more'])
  })

  it('shows more of an error where few tests failed, and cuts long lines', () => {
    const error = `${'x'.repeat(1000)}\n${'line\n'.repeat(100)}`
    const lines = failureLines([{ part: 'pages', failures: [{ ...failure, error }] }])
    expect(lines).toHaveLength(1 + 20)
    expect(lines[1]?.length).toBeLessThan(200)
  })

  it('is complete on request', () => {
    const error = `${'x'.repeat(1000)}\n${'line\n'.repeat(100)}`
    const lines = failureLines(
      [{ part: 'pages', failures: Array.from({ length: 43 }, () => ({ ...failure, error })) }],
      true,
    )
    expect(lines).toHaveLength(43 * 102)
    expect(lines[1]).toContain('x'.repeat(1000))
  })

  it('is empty where nothing failed', () => {
    expect(failureLines([{ part: 'pages', failures: [] }])).toEqual([])
  })
})
