import { clauseWords } from '../../shared/ports/clauses'
import { fixHeading } from '../evidence/fix-heading'
import { code, codeInCell, plainText } from './markup'
import {
  catalogueUrl,
  causeSentences,
  checksThat,
  leftOutSentences,
  notCountedHeading,
  outcomeSentence,
  problemsHeading,
  type ReportedCheck,
  requestProblems,
  type SessionReport,
  valueText,
} from './session-report'

const link = ({ clause }: ReportedCheck): string => `[${plainText(clauseWords(clause))}](${clause.url})`

/** Writes the report as GitHub-flavoured Markdown, e.g. for a job summary: verdict, failures and how to fix them. */
export function markdownReport(report: SessionReport): string {
  const { session, facts, catalogue, inspector_url } = report
  const failed = checksThat(report, 'fail')
  const warned = checksThat(report, 'warn')
  const unseen = checksThat(report, 'not_observed')
  return [
    `# ${plainText(report.title)}`,
    '',
    `**${plainText(outcomeSentence(report))}** [Open the session](${inspector_url})`,
    '',
    ...causeSentences(report).flatMap((sentence) => [plainText(sentence), '']),
    ...(report.summary.drafts === null ? [] : [plainText(report.summary.drafts.line), '']),
    '| Fact | Value |',
    '| --- | --- |',
    `| Session | ${codeInCell(session.session_id)} |`,
    `| Status | ${codeInCell(session.status)} |`,
    ...facts.map(([name, value]) => `| ${plainText(name)} | ${codeInCell(value)} |`),
    `| Started | ${codeInCell(session.created_at)} |`,
    `| Catalogue | ${codeInCell(catalogue.version)}, ${catalogue.checks} checks |`,
    '',
    ...leftOutSentences(report).flatMap((sentence) => [`*${plainText(sentence)}*`, '']),
    ...linesUnder(problemsHeading(report), requestProblems(report)),
    ...failed.flatMap((check) => failure(check, report)),
    ...listed('Warnings', warned),
    ...listed(notCountedHeading, report.not_counted),
    `${checksThat(report, 'pass').length} checks passed, ${unseen.length} were not observed.`,
    '',
  ].join('\n')
}

const linesUnder = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`## ${heading}`, '', ...lines.map((line) => `- ${plainText(line)}`), '']

const listed = (heading: string, checks: readonly ReportedCheck[]): string[] =>
  checks.length === 0
    ? []
    : [
        `## ${heading}`,
        '',
        ...checks.map((check) => `- ${code(check.id)} ${plainText(check.problem ?? check.title)} (${link(check)})`),
        '',
      ]

const failure = (check: ReportedCheck, report: SessionReport): string[] => [
  `## ${check.level.toUpperCase()} failed: ${plainText(check.problem ?? check.title)}`,
  '',
  `- Check: [${code(check.id)}](${catalogueUrl(report, check)}), ${link(check)}`,
  ...(check.subject === null ? [] : [`- Credential: ${code(`${check.subject.query_id}[${check.subject.index}]`)}`]),
  ...(check.expected === null ? [] : [`- Expected: ${code(valueText(check.expected))}`]),
  ...(check.actual === null ? [] : [`- Sent: ${code(valueText(check.actual))}`]),
  ...(check.hint === null ? [] : [`- ${fixHeading(check.acts)}: ${plainText(check.hint)}`]),
  '',
]
