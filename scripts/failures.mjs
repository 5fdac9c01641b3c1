import { stripVTControlCharacters } from 'node:util'

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
