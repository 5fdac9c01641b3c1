/**
 * The result of a part of `npm test`. A part that could not report counts as one failure, never as nothing.
 * @typedef {{ passed: number, failed: number, skipped: number }} Tally
 */

/** @param {readonly Tally[]} tallies @returns {Tally} */
export function sum(tallies) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const { passed, failed, skipped } of tallies) {
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
  }
  return total
}

/** The last line of `npm test`. @param {Tally} tally */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * Counts a JSON report of vitest. A test file that fails as a whole, e.g. in an import or a hook, counts as one.
 * @param {any} report undefined if there is none @param {number} code exit code of the runner @returns {Tally}
 */
export function tallyVitest(report, code) {
  if (!Array.isArray(report?.testResults)) return crashed
  const tally = { passed: 0, failed: 0, skipped: 0 }
  for (const file of report.testResults) {
    const tests = file.assertionResults ?? []
    for (const { status } of tests) {
      if (status === 'passed') tally.passed++
      else if (status === 'failed') tally.failed++
      else tally.skipped++
    }
    const blamed = tests.some((/** @type {any} */ { status }) => status === 'failed')
    if (file.status === 'failed' && !blamed) tally.failed++
  }
  return confirm(tally, code)
}

/**
 * Counts a JSON report of Playwright. A test that passes only on a second try counts as failed.
 * @param {any} report undefined if there is none @param {number} code exit code of the runner @returns {Tally}
 */
export function tallyPlaywright(report, code) {
  if (typeof report?.stats?.expected !== 'number') return crashed
  const { expected, unexpected, flaky, skipped } = report.stats
  return confirm({ passed: expected, failed: unexpected + flaky + (report.errors?.length ?? 0), skipped }, code)
}

/**
 * How long each file of a vitest report took, from its first test to its last.
 * @param {any} report undefined if there is none @returns {import('./lanes.mjs').FileTime[]}
 */
export function fileTimesVitest(report) {
  return (report?.testResults ?? []).map((/** @type {any} */ { name, startTime, endTime }) => ({
    file: name,
    seconds: (endTime - startTime) / 1000,
  }))
}

/**
 * The total time of the tests in each file of a Playwright report, over all browsers and widths.
 * @param {any} report undefined if there is none @returns {import('./lanes.mjs').FileTime[]}
 */
export function fileTimesPlaywright(report) {
  /** @type {Map<string, number>} */
  const millis = new Map()
  const visit = (/** @type {any} */ { specs = [], suites = [] }) => {
    for (const { file, tests } of specs)
      for (const { results } of tests)
        for (const { duration } of results) millis.set(file, (millis.get(file) ?? 0) + duration)
    for (const suite of suites) visit(suite)
  }
  visit(report ?? {})
  return [...millis].map(([file, sum]) => ({ file, seconds: sum / 1000 }))
}

/** @type {Tally} */
export const crashed = { passed: 0, failed: 1, skipped: 0 }

/**
 * A runner that exits with an error but without a failed test counts as a failure; so does one that ran no tests.
 * @param {Tally} tally @param {number} code @returns {Tally}
 */
function confirm(tally, code) {
  const hollow = tally.passed + tally.failed === 0
  return (code !== 0 && tally.failed === 0) || hollow ? { ...tally, failed: 1 } : tally
}
