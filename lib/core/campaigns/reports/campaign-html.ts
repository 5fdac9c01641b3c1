import { fixHeading } from '../../engine/evidence/fix-heading'
import { verdictWords } from '../../engine/evidence/outcomes'
import { reportStyle, escapeMarkup as text } from '../../engine/reports/markup'
import { requestProblemsHeading } from '../../engine/reports/session-report'
import { clauseWords } from '../../shared/ports/clauses'
import { reasonUri } from '../../shared/ports/uris'
import { runWithWords } from '../run-with-words'
import type { CampaignStepView } from '../z-campaign'
import { type CampaignReport, campaignHeading, campaignSentence } from './campaign-report'
import { requestProblemsIn, stepOutcome } from './step-outcome'

/** Renders a campaign's report as one self-contained HTML file that prints on A4. */
export function campaignHtml(report: CampaignReport): string {
  const { campaign, service, catalogue } = report
  const tone = campaign.verdict === 'incomplete' ? 'warn' : campaign.verdict
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(`${verdictWords[campaign.verdict]}: ${campaignHeading(report)}`)}</title>
<style>${reportStyle}</style>
<main>
<h1>${text(campaignHeading(report))}</h1>
<p class="verdict ${tone}">${text(campaignSentence(report))}</p>
<dl>
${[
  ['Wallet', campaign.wallet.name],
  ['Version', campaign.wallet.version],
  ['Campaign', campaign.campaign_id],
  ['Started', campaign.created_at],
  ...runWithWords(campaign),
  ['Catalogue', `${catalogue.version}, ${catalogue.checks} checks`],
  ['Wallet Capture', service.version],
]
  .map(([name = '', value = '']) => `<dt>${text(name)}</dt><dd class="wire">${text(value)}</dd>`)
  .join('\n')}
<dt>Page</dt><dd><a href="${text(campaign.page_url)}">${text(campaign.page_url)}</a></dd>
</dl>
${mendFirst(report)}
${requestProblemsIn(campaign.steps)
  .map(
    ({ preset, lines }) =>
      `<section><h2>${requestProblemsHeading}: <code>${text(preset)}</code></h2>
<ul>${lines.map((line) => `<li>${text(line)}</li>`).join('')}</ul></section>`,
  )
  .join('\n')}
${steps(campaign.steps)}
</main>
</html>
`
}

function mendFirst({ broken, campaign }: CampaignReport): string {
  if (broken.length === 0) return ''
  const { origin } = new URL(campaign.page_url)
  const parts = broken.map(
    ({ id, level, clause, problem, hint, acts, reason, presets }) =>
      `<article><h3>${text(problem)}</h3><dl>
<dt>Check</dt><dd><a href="${text(reasonUri(origin, { id, reason }))}"><code>${text(id)}</code></a>, ${level.toUpperCase()}, <a href="${text(clause.url)}">${text(clauseWords(clause))}</a></dd>
<dt>Seen in</dt><dd>${presets.map((preset) => `<code>${text(preset)}</code>`).join(', ')}</dd>
${hint === null ? '' : `<dt>${fixHeading(acts)}</dt><dd>${text(hint)}</dd>`}</dl></article>`,
  )
  return `<section><h2>What to fix first (${broken.length})</h2>
${parts.join('\n')}
</section>`
}

const signs = { pass: '✓', fail: '✗', warn: '!', open: '·', none: '·' } as const

function steps(all: readonly CampaignStepView[]): string {
  const rows = all.map((step) => {
    const { tone, sentence, why } = stepOutcome(step)
    const session =
      step.session === null
        ? 'none'
        : `<a href="${text(step.session.inspector_url)}"><code>${text(step.session.session_id)}</code></a>`
    const more = why === '' ? '' : `<br>${text(why)}`
    return `<tr><td>${step.number}</td><td class="status ${tone === 'open' || tone === 'none' ? 'dim' : tone}">${signs[tone]} ${text(sentence)}</td><td>${text(step.title)}<br><code>${text(step.preset)}</code>${more}</td><td>${session}</td></tr>`
  })
  return `<section><h2>Sessions (${rows.length})</h2><div class="scroll" tabindex="0"><table><thead><tr><th scope="col">No.</th><th scope="col">Result</th><th scope="col">What was tried</th><th scope="col">Session</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div></section>`
}
