import type { FindingStatus } from '../finding'
import { escapeMarkup as text } from './escape-markup'
import {
  checksThat,
  leftOutSentences,
  notCountedHeading,
  type ReportedCheck,
  type SessionReport,
  valueText,
  verdictSentence,
} from './session-report'

/** Sign and word of a status: colour never stands alone. */
const statusWords: Readonly<Record<FindingStatus, readonly [sign: string, word: string]>> = {
  fail: ['✗', 'failed'],
  warn: ['!', 'warning'],
  pass: ['✓', 'passed'],
  not_observed: ['·', 'not observed'],
  not_applicable: ['–', 'not applicable'],
}

const verdictWords = { pass: 'Passed', fail: 'Failed', incomplete: 'Incomplete' } as const

const style = `
:root{color-scheme:light dark;--line:#c9cdd3;--soft:#f3f4f6;--fail:#b42318;--warn:#8a5300;--pass:#1a6b3c;--dim:#565d68}
@media (prefers-color-scheme:dark){:root{--line:#3a4049;--soft:#1d2127;--fail:#ff8a7d;--warn:#f0b45b;--pass:#6fd39a;--dim:#a4abb6}}
*{box-sizing:border-box}body{margin:0 auto;max-width:62rem;padding:1.5rem 1rem 3rem;background:Canvas;color:CanvasText;font:15px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:1.15rem;margin:2rem 0 .5rem}h3{font-size:1rem;margin:0}
a{color:inherit}code,.wire{font:13px/1.5 ui-monospace,monospace}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:0}dt{color:var(--dim)}dd{margin:0;min-width:0}
.verdict{font-weight:600;font-size:1.1rem}.fail{color:var(--fail)}.warn{color:var(--warn)}.pass{color:var(--pass)}.dim{color:var(--dim)}
article{border:1px solid var(--line);border-left:4px solid var(--fail);border-radius:6px;padding:.75rem 1rem;margin:.75rem 0}
article.warn-box{border-left-color:var(--warn)}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--line)}
th{color:var(--dim);font-weight:600}td.status{white-space:nowrap}
@page{size:A4;margin:14mm}
@media print{:root{color-scheme:light}body{max-width:none;padding:0;font-size:10pt}article,tr{break-inside:avoid}thead{display:table-header-group}h2,h3{break-after:avoid}.scroll{overflow:visible}}
`

/**
 * Writes the report as one HTML file that needs nothing else: no script, no picture, no address to load. It prints on A4.
 */
export function htmlReport(report: SessionReport): string {
  const { session, facts, catalogue, summary } = report
  const tone = summary.verdict === 'incomplete' ? 'warn' : summary.verdict
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(`${verdictWords[summary.verdict]}: ${report.title}`)}</title>
<style>${style}</style>
<main>
<h1>${text(report.title)}</h1>
<p class="verdict ${tone}">${text(verdictSentence(report))}</p>
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
    return '<section><h2>Exchanges</h2><p>No request of a wallet was recorded.</p></section>'
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
