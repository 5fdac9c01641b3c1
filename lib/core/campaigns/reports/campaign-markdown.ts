import { fixHeading } from '../../engine/evidence/fix-heading'
import { code, codeInCell, plainText } from '../../engine/reports/markup'
import { requestProblemsHeading } from '../../engine/reports/session-report'
import { clauseWords } from '../../shared/ports/clauses'
import { reasonUri } from '../../shared/ports/uris'
import { runWithWords } from '../run-with-words'
import { type CampaignReport, campaignHeading, campaignSentence } from './campaign-report'
import { requestProblemsIn, stepOutcome } from './step-outcome'

/** Renders a campaign's report as GitHub-flavoured Markdown, e.g. for a job summary. */
export function campaignMarkdown(report: CampaignReport): string {
  const { campaign, catalogue, service, broken } = report
  const { origin } = new URL(campaign.page_url)
  return [
    `# ${plainText(campaignHeading(report))}`,
    '',
    `**${plainText(campaignSentence(report))}** [Open the campaign](${campaign.page_url})`,
    '',
    ...runWithWords(campaign).flatMap(([name, value]) => [`${name}: ${code(value)}`, '']),
    ...(broken.length === 0 ? [] : ['## What to fix first', '']),
    ...broken.flatMap(({ id, level, clause, problem, hint, acts, reason, presets }) => [
      `- **${level.toUpperCase()}** ${plainText(problem)}`,
      `  - Check: [${code(id)}](${reasonUri(origin, { id, reason })}), [${plainText(clauseWords(clause))}](${clause.url})`,
      `  - Seen in: ${presets.map(code).join(', ')}`,
      ...(hint === null ? [] : [`  - ${fixHeading(acts)}: ${plainText(hint)}`]),
    ]),
    ...(broken.length === 0 ? [] : ['']),
    ...requestProblemsIn(campaign.steps).flatMap(({ preset, lines }) => [
      `## ${requestProblemsHeading}: ${code(preset)}`,
      '',
      ...lines.map((line) => `- ${plainText(line)}`),
      '',
    ]),
    '| No. | Result | What was tried | Session |',
    '| ---: | --- | --- | --- |',
    ...campaign.steps.map((step) => {
      const session =
        step.session === null ? '' : `[${step.session.session_id.slice(0, 8)}](${step.session.inspector_url})`
      const { sentence, why } = stepOutcome(step)
      const result = why === '' ? sentence : `${sentence} (${why})`
      return `| ${step.number} | ${plainText(result)} | ${plainText(step.title)} ${codeInCell(step.preset)} | ${session} |`
    }),
    '',
    `Campaign ${code(campaign.campaign_id)}, started ${code(campaign.created_at)}, catalogue ${code(catalogue.version)}, Wallet Capture ${code(service.version)}.`,
    '',
  ].join('\n')
}
