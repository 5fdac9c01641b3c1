import { stripVTControlCharacters } from 'node:util'

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

/**
 * A failure in a part of `npm test`, reported at its end.
 * @typedef {{ title: string, file?: string, line?: number, project?: string, again?: boolean, error: string }} Failure
 * `file`: undefined if it is not a test, such as a check. `project`: of Playwright, e.g. `phone`. `again`: it passed on
 * the second try, and `error` is that of the first
 */

/** Maximum number of entries, lines of all errors together, lines per error, characters per line. */
const limits = { entries: 40, lines: 60, linesEach: 20, characters: 160 }

/**
 * The failed tests of a JSON report of vitest, and the files that failed as a whole.
 * @param {any} report undefined if there is none @returns {Failure[]}
 */
export function failuresVitest(report) {
  return (report?.testResults ?? []).flatMap((/** @type {any} */ { name: file, status, message, assertionResults }) => {
    const failed = (assertionResults ?? []).filter((/** @type {any} */ test) => test.status === 'failed')
    if (failed.length === 0)
      return status === 'failed' ? [{ title: 'the file failed as a whole', file, error: message ?? '' }] : []
    return failed.map((/** @type {any} */ { ancestorTitles = [], title, failureMessages = [] }) => {
      // The runner puts this into its report instead of the message that a test timed out.
      const error = failureMessages.join('\n').replaceAll('Error: STACK_TRACE_ERROR', 'Error: timed out')
      const line = lineIn(error, file)
      return { title: [...ancestorTitles, title].join(' › '), file, ...(line === undefined ? {} : { line }), error }
    })
  })
}

/**
 * The tests of a JSON report of Playwright that failed or passed only on the second try, and errors outside tests.
 * @param {any} report undefined if there is none @returns {Failure[]}
 */
export function failuresPlaywright(report) {
  /** @type {Failure[]} */
  const found = []
  const visit = (/** @type {any} */ { specs = [], suites = [] }, /** @type {readonly string[]} */ groups) => {
    for (const { title, file, line, tests } of specs)
      for (const { projectName: project, status, results } of tests)
        if (status === 'unexpected' || status === 'flaky') {
          const first = results.find((/** @type {any} */ result) => result.status !== 'passed')
          const place = first?.error?.location
          found.push({
            title: [...groups, title].join(' › '),
            file,
            line: place?.file?.endsWith(file) ? place.line : line,
            project,
            ...(status === 'flaky' ? { again: true } : {}),
            error: (first?.errors ?? []).map((/** @type {any} */ { message }) => message).join('\n'),
          })
        }
    // The outermost suites are the files.
    for (const suite of suites) visit(suite, suite.title === suite.file ? groups : [...groups, suite.title])
  }
  visit(report ?? {}, [])
  for (const { message, location } of report?.errors ?? [])
    found.push({
      title: 'an error outside of any test',
      file: location?.file,
      line: location?.line,
      error: message ?? '',
    })
  return found
}

/**
 * The failures in a part's report, plus one with its last output if the part counts more, e.g. because its runner
 * crashed.
 * @param {import('./results.mjs').Tally} tally @param {readonly Failure[]} named @param {string} output @returns {readonly Failure[]}
 */
export function accountedFor(tally, named, output) {
  return tally.failed > named.length
    ? [...named, { title: 'the runner did not end well; its last output:', error: output }]
    : named
}

/**
 * The failures of all parts as lines, up to a limit: the fewer there are, the more of each error is shown.
 * @param {readonly { part: string, failures: readonly Failure[] }[]} parts
 * @param {boolean} [complete] without bounds
 */
export function failureLines(parts, complete = false) {
  const all = parts.flatMap(({ part, failures }) => failures.map((failure) => ({ part, ...failure })))
  const { entries, lines, linesEach, characters } = limits
  const each = complete ? Infinity : Math.max(2, Math.min(linesEach, Math.floor(lines / all.length)))
  const shown = complete ? all : all.slice(0, entries)
  const rest = all.length - shown.length
  return [
    ...shown.flatMap(({ part, title, file, line, project, again, error }) => [
      [
        `${again ? 'PASSED ON THE SECOND TRY' : 'FAILED'}  ${part}`,
        ...(file === undefined ? [] : [line === undefined ? file : `${file}:${line}`]),
        ...(project === undefined ? [] : [`(${project})`]),
        title,
      ].join('  '),
      ...messageLines(error)
        .slice(0, each)
        .map((text) => `    ${!complete && text.length > characters ? `${text.slice(0, characters)} …` : text}`),
    ]),
    ...(rest > 0 ? [`and ${rest} more`] : []),
  ]
}

/** The lines of an error without colours, stack and empty lines. @param {string} error */
function messageLines(error) {
  return stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
}

/** The line of a file at which a stack leaves it. @param {string} stack @param {string} file */
function lineIn(stack, file) {
  const [, rest] = stack.split(`${file}:`, 2)
  const line = Number.parseInt(rest ?? '', 10)
  return Number.isNaN(line) ? undefined : line
}
