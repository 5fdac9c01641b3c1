import { reportStyle, escapeMarkup as text } from '../../engine/reports/markup'
import { headlineSentence } from '../official-cases/coverage-counts'
import { evidenceWords } from '../official-cases/entered-results'
import { framework } from '../official-cases/framework'
import { caseVerdicts } from '../official-cases/official-case'
import {
  methodWords,
  notPromised,
  promised,
  remarkSentence,
  resultWords,
  selfAssessment,
  sessionsLeftWords,
  stricterWords,
} from './statement-words'
import { type ConformanceStatement, methods, type StatementCase } from './z-statement'

type Item = ConformanceStatement['items'][number]

/** Styles that only a statement needs: identity and counts get the first page to themselves. */
const style = `
.claim{font-weight:600;font-size:1.1rem;border-left:4px solid var(--warn);padding:.25rem .75rem}
.numbers td,.numbers th:not(:first-child){text-align:right;font-variant-numeric:tabular-nums}.numbers th[scope=row]{font-weight:400;color:inherit}
ul{margin:.25rem 0;padding-left:1.25rem}
@media print{h2{margin-top:1rem}.after{break-before:page}.cases{font-size:8pt}.cases code{font-size:7pt}}
`

/** Renders a statement as one self-contained HTML file without scripts that prints on A4. */
export function statementHtml(statement: ConformanceStatement): string {
  const { wallet, service, catalogue, fcaf, tester, made_at, counts, sessions_left = 0 } = statement
  const stricter = stricterWords(counts.headline.stricter ?? 0)
  const title = `Conformance statement: ${wallet.name} ${wallet.version}`
  const facts = [
    ['Wallet', wallet.name],
    ['Version', wallet.version],
    ['Declared by', [tester?.name, tester?.organisation].filter(Boolean).join(', ') || 'nobody said'],
    ['Made at', made_at],
    ['Made by', `Wallet Capture ${service.version}, ${service.base_url}`],
    ['Checks', `catalogue ${catalogue.version}, ${catalogue.checks} checks`],
    ['Cases', `EUDI Wallet Functional Conformance Assessment Framework, commit ${fcaf.commit} of ${fcaf.date}`],
    [
      'Edition',
      fcaf.complete === false
        ? `${fcaf.edition}, partial: it does not hold all cases of its draft`
        : (fcaf.edition ?? ''),
    ],
    ['Mapping', `SHA-256 ${fcaf.table_sha256}`],
  ] as const
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)}</title>
<style>${reportStyle}${style}</style>
<main>
<h1>${text(title)}</h1>
<p class="claim">${text(selfAssessment)}</p>
<dl>
${facts.map(([name, value]) => `<dt>${text(name)}</dt><dd class="wire">${text(value)}</dd>`).join('\n')}
</dl>
<h2>Counts</h2>
<p class="verdict">Required cases that judge the wallet and apply: ${text(headlineSentence(counts.headline))}.</p>
${stricter === null ? '' : `<p>${text(stricter)}</p>\n`}${sessions_left === 0 ? '' : `<p class="verdict">${text(sessionsLeftWords(sessions_left))}</p>\n`}${byMethod(counts)}
<h2>Promised</h2>
${list(promised)}
<h2>Not promised</h2>
${list(notPromised)}
${items(statement.items)}
${cases(statement.cases)}
<p class="dim">${text(framework.attribution)}</p>
</main>
</html>
`
}

const list = (sentences: readonly string[]): string =>
  `<ul>${sentences.map((one) => `<li>${text(one)}</li>`).join('')}</ul>`

function byMethod(counts: ConformanceStatement['counts']): string {
  const rows = methods.flatMap((method) => {
    const counted = counts[method]
    if (counted === undefined) return []
    return [
      `<tr><th scope="row">${methodWords[method]}</th>${caseVerdicts.map((result) => `<td>${counted[result]}</td>`).join('')}</tr>`,
    ]
  })
  return `<div class="scroll" tabindex="0"><table class="numbers"><thead><tr><th scope="col">All ${counts.cases} cases, decided</th>${caseVerdicts
    .map((result) => `<th scope="col">${resultWords[result]}</th>`)
    .join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>`
}

function items(all: readonly Item[]): string {
  const rows = all.map((one) => {
    const values = Array.isArray(one.declared) ? one.declared.join(', ') || 'none' : ''
    const against = one.contradicted_by_evidence
    const seen =
      against === null
        ? ''
        : `<span class="fail">contradicted by evidence${against.values.length === 0 ? '' : `: ${text(against.values.join(', '))}`}</span><br>${ids(against.sessions)}`
    return `<tr><td><code>${one.item}</code></td><td>${text(one.title)}<br><span class="dim">${text(one.reference)}</span></td><td>${one.support}</td><td class="wire">${text(values)}</td><td>${seen}</td></tr>`
  })
  return `<section class="after"><h2>What is declared (${all.length} items)</h2><div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Item</th><th scope="col">Says</th><th scope="col">Support</th><th scope="col">Values</th><th scope="col">On the wire</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div></section>`
}

const tones: Partial<Readonly<Record<StatementCase['result'], string>>> = {
  passed: 'pass',
  failed: 'fail',
  inconclusive: 'warn',
}

const ids = (all: readonly string[]): string => all.map((id) => `<code>${text(id)}</code>`).join('<br>')

function cases(all: readonly StatementCase[]): string {
  const rows = all.map((one) => {
    const about = [
      one.remark && remarkSentence(one.remark, one),
      one.condition,
      one.failed_check && `Failed by ${one.failed_check}.`,
      one.contradicted_by.length > 0 ? `Contradicted by ${one.contradicted_by.join(', ')}.` : null,
      one.tester && `Entered by ${one.tester}.`,
      one.evidence.length > 0 ? `Evidence: ${one.evidence.map(evidenceWords).join('; ')}` : null,
      one.defect && `Defect of the case: ${one.defect}`,
      one.review_needed ? 'Its text changed, and nobody has judged the new one.' : null,
    ].filter((part) => part !== null && part !== '')
    return `<tr><td><a href="${text(one.url)}"><code>${text(one.id)}</code></a><br>${text(one.objective)}</td><td>${one.status}</td><td class="${tones[one.result] ?? 'dim'}">${resultWords[one.result]}<br><span class="dim">${methodWords[one.method]}</span></td><td>${about.map((part) => text(String(part))).join('<br>')}</td><td>${ids(one.sessions)}${one.tested_at === null ? '' : `<br>${text(one.tested_at)}`}</td></tr>`
  })
  return `<section class="after"><h2>Cases (${all.length})</h2><div class="scroll" tabindex="0"><table class="cases"><thead><tr><th scope="col">Case</th><th scope="col">Status</th><th scope="col">Result</th><th scope="col">Remark</th><th scope="col">Sessions</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div></section>`
}
