import { outcomes } from '../engine/evidence/outcomes'
import { junitTime } from '../engine/reports/junit-report'
import { code, escapeMarkup, plainText } from '../engine/reports/markup'
import type { WorkbenchReport, WorkbenchRow } from './z-workbench'

const titleOf = ({ mark, name, wallet }: WorkbenchReport): string =>
  [`Workbench ${mark}`, name, wallet === null ? null : `${wallet.name} ${wallet.version}`]
    .filter((part) => part !== null)
    .join(', ')

const verdictOf = ({ outcome }: WorkbenchRow) => outcomes[outcome.id].verdict

/** What came of a session, in one sentence. */
const sentenceOf = ({ outcome, cause }: WorkbenchRow): string =>
  cause === null ? `${outcome.sentence}.` : `${cause.id}: ${cause.sentence}`

/** Renders the report as JUnit XML: one test suite for each session, whose case has the verdict of the session. */
export function workbenchJunit(report: WorkbenchReport, baseUrl: string): string {
  const count = (rows: readonly WorkbenchRow[], verdict: string) =>
    rows.filter((row) => verdictOf(row) === verdict).length
  const attributes = (rows: readonly WorkbenchRow[]) =>
    `tests="${rows.length}" failures="${count(rows, 'fail')}" errors="${count(rows, 'incomplete')}"`
  const time = junitTime(report.sessions.reduce((sum, { duration_ms }) => sum + (duration_ms ?? 0), 0))
  const hostname = escapeMarkup(new URL(baseUrl).hostname)
  const suite = (row: WorkbenchRow): string => {
    const took = junitTime(row.duration_ms ?? 0)
    const head = `tests="1" failures="${count([row], 'fail')}" errors="${count([row], 'incomplete')}" skipped="0" time="${took}" timestamp="${row.at.slice(0, 19)}" hostname="${hostname}"`
    return [
      `  <testsuite name="${escapeMarkup(`${titleOf(report)}: session ${row.number}`)}" ${head}>`,
      '    <properties>',
      `      <property name="session_id" value="${row.session_id}"/>`,
      `      <property name="outcome" value="${row.outcome.id}"/>`,
      `      <property name="started_by" value="${escapeMarkup(row.started_by ?? '')}"/>`,
      `      <property name="inspector_url" value="${escapeMarkup(row.inspector_url)}"/>`,
      '    </properties>',
      caseOf(row, took),
      '  </testsuite>',
    ].join('\n')
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="Wallet Capture" ${attributes(report.sessions)} time="${time}">`,
    ...report.sessions.map(suite),
    '</testsuites>',
    '',
  ].join('\n')
}

function caseOf(row: WorkbenchRow, took: string): string {
  const open = `    <testcase classname="${row.kind}" name="Session ${row.number}" time="${took}"`
  const said = escapeMarkup(sentenceOf(row))
  const detail = escapeMarkup(`${sentenceOf(row)}\nSession: ${row.inspector_url}`)
  switch (verdictOf(row)) {
    case 'fail':
      return `${open}><failure type="${escapeMarkup(row.cause?.id ?? row.outcome.id)}" message="${said}">${detail}</failure></testcase>`
    case 'incomplete':
      return `${open}><error type="no_verdict" message="${said}">${detail}</error></testcase>`
    case 'pass':
      return `${open}/>`
  }
}

/** Renders the report as GitHub-flavoured Markdown, e.g. for the summary of a CI job. */
export function workbenchMarkdown(report: WorkbenchReport): string {
  return [
    `# ${plainText(titleOf(report))}`,
    '',
    '| No. | Result | What was wrong | Session |',
    '| ---: | --- | --- | --- |',
    ...report.sessions.map(
      (row) =>
        `| ${row.number} | ${plainText(row.outcome.sentence)} | ${row.cause === null ? '' : `${code(row.cause.id)} ${plainText(row.cause.sentence)}`} | [${row.session_id.slice(0, 8)}](${row.inspector_url}) |`,
    ),
    '',
  ].join('\n')
}
