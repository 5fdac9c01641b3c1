import { describe, expect, it } from 'vitest'
import {
  closingLine,
  crashed,
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
