import { clauseWords } from '../../shared/ports/clauses'
import { type FindingStatus, findingStatuses } from '../../shared/ports/finding'
import { checkGroups, groupWords } from '../checks/check-groups'
import { fixHeading } from '../evidence/fix-heading'
import { toneOf } from '../evidence/outcomes'
import { reportStyle, escapeMarkup as text } from './markup'
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

/** Icon and word of a status: colour alone is never enough. */
const statusWords: Readonly<Record<FindingStatus, readonly [sign: string, word: string]>> = {
  fail: ['✗', 'failed'],
  warn: ['!', 'warning'],
  pass: ['✓', 'passed'],
  not_observed: ['·', 'not observed'],
  not_applicable: ['–', 'not applicable'],
}

/**
 * Writes the report as one self-contained HTML file without scripts or images: the outcome and its cause, one tick per check,
 * the result by step, then what failed. What needs no attention is folded on a screen; on A4 everything is printed.
 */
export function htmlReport(report: SessionReport): string {
  const { session, facts, catalogue } = report
  const tone = toneOf(session.outcome)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(`${session.outcome.sentence}: ${report.title}`)}</title>
<style>${reportStyle}</style>
<main>
<h1>${text(report.title)}</h1>
<p class="verdict ${tone === 'open' ? 'dim' : tone}">${text(outcomeSentence(report))}</p>
${causeSentences(report)
  .map((sentence) => `<p class="cause">${text(sentence)}</p>\n`)
  .join('')}${report.summary.drafts === null ? '' : `<p>${text(report.summary.drafts.line)}</p>\n`}${leftOutSentences(
  report,
)
  .map((sentence) => `<p class="warn">${text(sentence)}</p>\n`)
  .join('')}${strip(report)}
<dl>
${[
  ['Session', session.session_id],
  ['Status', session.status],
  ...facts,
  ['Started', session.created_at],
  ['Catalogue', `${catalogue.version}, ${catalogue.checks} checks`],
]
  .map(([name = '', value = '']) => `<dt>${text(name)}</dt><dd class="wire">${text(value)}</dd>`)
  .join('\n')}
<dt>Inspector</dt><dd><a href="${text(report.inspector_url)}">${text(report.inspector_url)}</a></dd>
</dl>
${listed(problemsHeading(report), requestProblems(report))}
${section(
  'Failed',
  checksThat(report, 'fail').map((check) => detail(check, report)),
)}
${section(
  'Warnings',
  checksThat(report, 'warn').map((check) => detail(check, report)),
)}
${section(
  notCountedHeading,
  report.not_counted.map((check) => detail(check, report)),
)}
${byStep(report)}
${exchanges(report)}
${folded('Passed', checksThat(report, 'pass'))}
${folded('Not observed', checksThat(report, 'not_observed'))}
${folded('Not applicable', checksThat(report, 'not_applicable'))}
</main>
</html>
`
}

/** The counts of some checks, by status. */
const countsOf = (checks: readonly ReportedCheck[]) =>
  findingStatuses.map((status) => [status, checks.filter((check) => check.status === status).length] as const)

/** One tick per check in catalogue order, as on the page of the session. */
function strip({ checks }: SessionReport): string {
  if (checks.length === 0) return ''
  const words = countsOf(checks)
    .filter(([, count]) => count > 0)
    .map(([status, count]) => `${count} ${statusWords[status][1]}`)
  const ticks = checks.map(({ status }) => (status === 'pass' ? '<i></i>' : `<i class="${status}"></i>`))
  return `<p class="strip" role="img" aria-label="One tick per check: ${words.join(', ')}">${ticks.join('')}</p>`
}

/** How many checks of each step ended how. */
function byStep({ checks }: SessionReport): string {
  if (checks.length === 0) return ''
  const heads = findingStatuses.map((status) => `<th scope="col">${columnWords[status]}</th>`)
  const cells = (some: readonly ReportedCheck[]) =>
    countsOf(some)
      .map(([status, count]) => `<td${count > 0 ? ` class="${status}"` : ''}>${count === 0 ? '·' : count}</td>`)
      .join('')
  const rows = checkGroups.flatMap((group) => {
    const own = checks.filter((check) => check.group === group)
    return own.length === 0 ? [] : [`<tr><th scope="row">${groupWords[group].long}</th>${cells(own)}</tr>`]
  })
  return `<section><h2>Result by step</h2><div class="scroll" tabindex="0"><table class="steps"><thead><tr><th scope="col">Step</th>${heads.join('')}</tr></thead><tbody>
${rows.join('\n')}
<tr class="sum"><th scope="row">All</th>${cells(checks)}</tr>
</tbody></table></div></section>`
}

const columnWords: Readonly<Record<FindingStatus, string>> = {
  fail: 'Failed',
  warn: 'Warnings',
  pass: 'Passed',
  not_observed: 'Not observed',
  not_applicable: 'Not applicable',
}

const listed = (heading: string, lines: readonly string[]): string =>
  lines.length === 0
    ? ''
    : `<section><h2>${heading} (${lines.length})</h2>\n<ul>${lines.map((line) => `<li>${text(line)}</li>`).join('\n')}</ul>\n</section>`

const section = (heading: string, parts: readonly string[]): string =>
  parts.length === 0 ? '' : `<section><h2>${heading} (${parts.length})</h2>\n${parts.join('\n')}\n</section>`

const clauseLink = ({ clause }: ReportedCheck): string =>
  `<a href="${text(clause.url)}">${text(clauseWords(clause))}</a>`

function detail(check: ReportedCheck, report: SessionReport): string {
  const rows: (readonly [string, string])[] = [
    [
      'Check',
      `<a href="${text(catalogueUrl(report, check))}"><code>${text(check.id)}</code></a>, ${check.level.toUpperCase()}, ${clauseLink(check)}`,
    ],
  ]
  if (check.subject !== null)
    rows.push(['Credential', `<code>${text(`${check.subject.query_id}[${check.subject.index}]`)}</code>`])
  if (check.expected !== null) rows.push(['Expected', `<code>${text(valueText(check.expected))}</code>`])
  if (check.actual !== null) rows.push(['Sent', `<code>${text(valueText(check.actual))}</code>`])
  if (check.hint !== null) rows.push([fixHeading(check.acts), text(check.hint)])
  return `<article${check.status === 'warn' ? ' class="warn-box"' : ''}><h3>${text(check.problem ?? check.title)}</h3><dl>${rows
    .map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`)
    .join('')}</dl></article>`
}

function exchanges({ session }: SessionReport): string {
  if (session.recorded.exchanges === 0)
    return '<section><h2>Exchanges</h2><p>No wallet request was recorded.</p></section>'
  const rows = session.exchanges.map(
    ({ at, method, path, response, correlation, after_end }) =>
      `<tr><td class="wire">${text(at)}</td><td class="wire">${text(`${method} ${path}`)}</td><td>${response.status ?? 'none'}</td><td>${correlation === 'exact' ? 'exact' : 'inferred'}${after_end ? ', after the end' : ''}</td></tr>`,
  )
  return `<section><h2>Exchanges (${counted(rows.length, session.recorded.exchanges)})</h2><div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Time</th><th scope="col">Request</th><th scope="col">Status</th><th scope="col">Session match</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div></section>`
}

const counted = (shown: number, all: number): string => (shown === all ? String(all) : `${shown} of ${all}`)

/** Checks that need no attention, one row each. */
function folded(heading: string, checks: readonly ReportedCheck[]): string {
  if (checks.length === 0) return ''
  const rows = checks.map((check) => {
    const [sign, word] = statusWords[check.status]
    const tone = check.status === 'pass' ? 'pass' : 'dim'
    return `<tr><td class="status ${tone}">${sign} ${word}</td><td>${check.level.toUpperCase()}</td><td>${text(check.title)}<br><code>${text(check.id)}</code></td><td>${clauseLink(check)}</td></tr>`
  })
  return `<details><summary><h2>${heading} (${rows.length})</h2></summary><div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Status</th><th scope="col">Level</th><th scope="col">Check</th><th scope="col">Clause</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div></details>`
}
