import { clauseWords } from '../../shared/ports/clauses'
import { type Level, levels } from '../../shared/ports/finding'
import { fromIso } from '../../shared/time/time'
import { fixHeading } from '../evidence/fix-heading'
import { escapeMarkup } from './markup'
import {
  causeSentences,
  leftOut,
  notCountedHeading,
  outcomeSentence,
  problemsHeading,
  type ReportedCheck,
  requestProblems,
  type SessionReport,
  valueText,
} from './session-report'

/** The lowest level whose violations fail a test case. */
export type FailureLevel = Level

/**
 * Writes the report as JUnit XML: one test case per check and one for the whole flow, so that a run without
 * observations is never green. A violated check fails if its level is `failOn` or above; lower ones go to `system-out`.
 * Unobserved and inapplicable checks are skipped. The flow has the duration of the session; checks evaluate records and
 * take no time.
 */
export function junitReport(report: SessionReport, failOn: FailureLevel = 'must'): string {
  const cases = report.checks.map((check) => checkCase(check, failOn))
  const time = junitTime(durationOf(report))
  const flow = flowCase(report, time)
  const count = (all: readonly TestCase[], outcome: TestCase['outcome']) =>
    all.filter((one) => one.outcome === outcome).length
  const attributes = (all: readonly TestCase[]) =>
    `tests="${all.length}" failures="${count(all, 'failure')}" errors="${count(all, 'error')}"`
  const suite = (name: string, all: readonly TestCase[], { time = '0', said = '' }) =>
    [
      `  <testsuite name="${escapeMarkup(name)}" ${attributes(all)} skipped="${count(all, 'skipped')}" time="${time}" timestamp="${report.session.created_at.slice(0, 19)}" hostname="${escapeMarkup(new URL(report.inspector_url).hostname)}">`,
      '    <properties>',
      ...properties(report).map(
        ([property, value]) => `      <property name="${escapeMarkup(property)}" value="${escapeMarkup(value)}"/>`,
      ),
      '    </properties>',
      ...all.map(({ xml }) => xml),
      ...(said === '' ? [] : [`    <system-out>${escapeMarkup(said)}</system-out>`]),
      '  </testsuite>',
    ].join('\n')
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    // Only a suite may have a skipped count: junit-10.xsd of the xUnit plugin of Jenkins.
    `<testsuites name="Wallet Capture" ${attributes([flow, ...cases])} time="${time}">`,
    suite(`${report.kind} flow`, [flow], { time, said: told(report) }),
    suite(`${report.kind} checks`, cases, { said: afterEnd(report) }),
    '</testsuites>',
    '',
  ].join('\n')
}

/** Milliseconds as JUnit time, in seconds. */
export const junitTime = (millis: number): string => (millis / 1000).toFixed(3)

/** Milliseconds from the creation of a session to the end of its last counted exchange. */
const durationOf = ({ session: { created_at, exchanges } }: SessionReport): number => {
  const millis = (at: string): number => fromIso(at) ?? 0
  const ends = exchanges
    .filter(({ after_end }) => after_end !== true)
    .map(({ at, duration_ms }) => millis(at) + duration_ms)
  const created = millis(created_at)
  return Math.max(created, ...ends) - created
}

/** What is told first of a session, and the problems of its request. */
function told(report: SessionReport): string {
  const problems = requestProblems(report)
  return [
    outcomeSentence(report),
    ...causeSentences(report),
    ...(problems.length === 0 ? [] : [problemsHeading(report), ...problems]),
  ].join('\n')
}

/** Findings after the end of the session get no test case. */
const afterEnd = ({ not_counted }: SessionReport): string =>
  not_counted.length === 0
    ? ''
    : [notCountedHeading, ...not_counted.map(({ id, title, problem }) => `${id}: ${problem ?? title}`)].join('\n')

interface TestCase {
  readonly outcome: 'passed' | 'failure' | 'error' | 'skipped'
  readonly xml: string
}

function properties(report: SessionReport): (readonly [string, string])[] {
  const { session, catalogue, inspector_url, facts } = report
  const { exchanges_without_content, ...missing } = leftOut(report)
  return [
    ['session_id', session.session_id],
    ['status', session.status],
    ['outcome', session.outcome.id],
    ['catalogue_version', catalogue.version],
    ['inspector_url', inspector_url],
    ['exchanges_recorded', String(session.recorded.exchanges)],
    ['exchanges_without_content', String(exchanges_without_content)],
    ...Object.entries(missing).map(([name, count]) => [`${name}_left_out`, String(count)] as const),
    ...facts,
  ]
}

const testCase = (
  className: string,
  name: string,
  outcome: TestCase['outcome'],
  inner: readonly string[],
  time = '0',
): TestCase => {
  const open = `    <testcase classname="${escapeMarkup(className)}" name="${escapeMarkup(name)}" time="${time}"`
  return {
    outcome,
    xml:
      inner.length === 0
        ? `${open}/>`
        : [`${open}>`, ...inner.map((line) => `      ${line}`), '    </testcase>'].join('\n'),
  }
}

function flowCase(report: SessionReport, time: string): TestCase {
  const name = 'The flow reached a verdict'
  if (report.summary.verdict !== 'incomplete') return testCase('flow', name, 'passed', [], time)
  const message = [outcomeSentence(report), ...causeSentences(report)].join(' ')
  return testCase('flow', name, 'error', [`<error type="no_verdict" message="${escapeMarkup(message)}"/>`], time)
}

function checkCase(check: ReportedCheck, failOn: FailureLevel): TestCase {
  const name = `${check.id}: ${check.title}`
  switch (check.status) {
    case 'pass':
      return testCase(check.group, name, 'passed', [])
    case 'not_observed':
      return testCase(check.group, name, 'skipped', ['<skipped message="not observed"/>'])
    case 'not_applicable':
      return testCase(check.group, name, 'skipped', ['<skipped message="not applicable"/>'])
    default: {
      const fails = check.status === 'fail' && levels.indexOf(check.level) <= levels.indexOf(failOn)
      const detail = escapeMarkup(detailLines(check).join('\n'))
      return fails
        ? testCase(check.group, name, 'failure', [
            `<failure type="${check.level}" message="${escapeMarkup(check.problem ?? check.title)}">${detail}</failure>`,
          ])
        : testCase(check.group, name, 'passed', [`<system-out>${detail}</system-out>`])
    }
  }
}

/** Details for the reader of a failed test case. */
function detailLines({ level, status, clause, expected, actual, hint, acts, subject }: ReportedCheck): string[] {
  return [
    `${level.toUpperCase()} ${status === 'warn' ? 'tolerated' : 'violated'}: ${clauseWords(clause)} ${clause.url}`,
    ...(subject === null ? [] : [`Credential: ${subject.query_id}[${subject.index}]`]),
    ...(expected === null ? [] : [`Expected: ${valueText(expected)}`]),
    ...(actual === null ? [] : [`Sent: ${valueText(actual)}`]),
    ...(hint === null ? [] : [`${fixHeading(acts)}: ${hint}`]),
  ]
}
