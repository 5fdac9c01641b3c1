import type { FindingStatus } from '../../ground/ports/finding'
import { toneOf } from '../evidence/outcomes'
import { escapeMarkup as text } from './escape-markup'
import { reportStyle } from './report-look'
import {
  causeSentences,
  checksThat,
  leftOutSentences,
  notCountedHeading,
  outcomeSentence,
  type ReportedCheck,
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
 * Writes the report as one self-contained HTML file without scripts or images. It prints on A4.
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
  .join('')}${report.summary.drafts === null ? '' : `<p>${text(report.summary.drafts.line)}</p>\n`}<dl>
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
${leftOutSentences(report)
  .map((sentence) => `<p class="warn">${text(sentence)}</p>`)
  .join('\n')}
${section('Failed', checksThat(report, 'fail').map(detail))}
${section('Warnings', checksThat(report, 'warn').map(detail))}
${section(notCountedHeading, report.not_counted.map(detail))}
${exchanges(report)}
${allChecks(report)}
</main>
</html>
`
}

const section = (heading: string, parts: readonly string[]): string =>
  parts.length === 0 ? '' : `<section><h2>${heading} (${parts.length})</h2>\n${parts.join('\n')}\n</section>`

const clauseLink = ({ clause }: ReportedCheck): string =>
  `<a href="${text(clause.url)}">${text(`${clause.spec} ${clause.section}`)}</a>`

function detail(check: ReportedCheck): string {
  const rows: (readonly [string, string])[] = [
    ['Check', `<code>${text(check.id)}</code>, ${check.level.toUpperCase()}, ${clauseLink(check)}`],
  ]
  if (check.subject !== null)
    rows.push(['Credential', `<code>${text(`${check.subject.query_id}[${check.subject.index}]`)}</code>`])
  if (check.expected !== null) rows.push(['Expected', `<code>${text(valueText(check.expected))}</code>`])
  if (check.actual !== null) rows.push(['Seen', `<code>${text(valueText(check.actual))}</code>`])
  if (check.hint !== null) rows.push(['Fix', text(check.hint)])
  return `<article${check.status === 'warn' ? ' class="warn-box"' : ''}><h3>${text(check.problem ?? check.title)}</h3><dl>${rows
    .map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`)
    .join('')}</dl></article>`
}

function exchanges({ session }: SessionReport): string {
  if (session.recorded.exchanges === 0)
    return '<section><h2>Exchanges</h2><p>No wallet request was recorded.</p></section>'
  const rows = session.exchanges.map(
    ({ at, method, path, response, correlation }) =>
      `<tr><td class="wire">${text(at)}</td><td class="wire">${text(`${method} ${path}`)}</td><td>${response.status ?? 'none'}</td><td>${correlation === 'exact' ? 'exact' : 'inferred'}</td></tr>`,
  )
  return `<section><h2>Exchanges (${counted(rows.length, session.recorded.exchanges)})</h2><div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Time</th><th scope="col">Request</th><th scope="col">Status</th><th scope="col">Session match</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div></section>`
}

const counted = (shown: number, all: number): string => (shown === all ? String(all) : `${shown} of ${all}`)

function allChecks({ checks }: SessionReport): string {
  const rows = checks.map((check) => {
    const [sign, word] = statusWords[check.status]
    const tone = check.status === 'fail' || check.status === 'warn' || check.status === 'pass' ? check.status : 'dim'
    return `<tr><td class="status ${tone}">${sign} ${word}</td><td>${check.level.toUpperCase()}</td><td>${text(check.title)}<br><code>${text(check.id)}</code></td><td>${clauseLink(check)}</td></tr>`
  })
  return `<section><h2>All checks (${rows.length})</h2><div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Status</th><th scope="col">Level</th><th scope="col">Check</th><th scope="col">Clause</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div></section>`
}
