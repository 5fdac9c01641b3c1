import { plain } from '../../engine/endpoints/endpoint'
import { inert, oneOf } from '../../engine/endpoints/query-parameters'
import type { HeaderField } from '../../shared/http/exchange'
import { jsonReply, textReply } from '../../shared/http/reply'
import { ProtocolError } from '../../shared/ports/errors'
import { levels } from '../../shared/ports/finding'
import { readProgress } from '../campaign-progress'
import { isExpected, judgeExpected, readExpectedFailures } from '../expected-failures'
import { campaignHtml } from '../reports/campaign-html'
import { campaignJunit } from '../reports/campaign-junit'
import { campaignMarkdown } from '../reports/campaign-markdown'
import { outcomeMarkdown, outcomeView } from '../reports/campaign-outcome'
import { buildCampaignReport } from '../reports/campaign-report'
import { campaignBundle } from './bundle'
import { requireCampaign } from './campaign-endpoint'

const formats = ['json', 'junit', 'md', 'html', 'tar'] as const

/** `GET /campaigns/{campaignId}/report`: the results of a campaign, to keep, print or pass to a CI. */
export const getCampaignReport = plain(async (context) => {
  const { exchange, ports, settings } = context
  const query = new URLSearchParams(exchange.query ?? '')
  const format = oneOf('format', query.get('format'), formats, 'json')
  const failOn = oneOf('fail_on', query.get('fail_on'), levels, 'must')
  const progress = await readProgress(await requireCampaign(context), context)
  const report = buildCampaignReport(progress, { ...settings, sha256: ports.sha256 })
  const named = (ending: string): HeaderField => [
    'Content-Disposition',
    `inline; filename="campaign-${progress.campaign.campaignId}.${ending}"`,
  ]
  switch (format) {
    case 'json':
      return { reply: jsonReply(200, report, [named('json')]) }
    case 'junit':
      return { reply: textReply(200, 'application/xml', campaignJunit(report, failOn), [named('xml')]) }
    case 'md':
      return { reply: textReply(200, 'text/markdown; charset=utf-8', campaignMarkdown(report), [named('md')]) }
    case 'html':
      return { reply: textReply(200, 'text/html; charset=utf-8', campaignHtml(report), [named('html'), ...inert]) }
    case 'tar':
      return { reply: await campaignBundle(report, failOn, context) }
  }
})

/**
 * `POST /campaigns/{campaignId}/report`: compares a campaign with the failures expected of the wallet. Only a
 * difference counts as a failure, so that a CI fails only for something new. Throws `invalid_request` for a list that
 * names an unknown preset or check.
 */
export const judgeCampaign = plain(async (context) => {
  const { exchange, ports, settings } = context
  const query = new URLSearchParams(exchange.query ?? '')
  const format = oneOf('format', query.get('format'), ['json', 'junit', 'md'], 'json')
  const failOn = oneOf('fail_on', query.get('fail_on'), levels, 'must')
  const strict = oneOf('strict', query.get('strict'), ['true', 'false'], 'false') === 'true'
  const campaign = await requireCampaign(context)
  if (exchange.bodyOverflow) throw new ProtocolError('payload_too_large', 'The body is too long.')
  const expected = readExpectedFailures(new TextDecoder().decode(exchange.body))
  const progress = await readProgress(campaign, context)
  const report = buildCampaignReport(progress, { ...settings, sha256: ports.sha256 })
  const counts = (level: (typeof levels)[number]) => levels.indexOf(level) <= levels.indexOf(failOn)
  const outcome = judgeExpected(progress, expected, { counts, strict })
  switch (format) {
    case 'json':
      return { reply: jsonReply(200, outcomeView(outcome, settings.baseUrl)) }
    case 'junit': {
      const junit = campaignJunit(report, failOn, (preset, rule) => isExpected(expected, preset, rule))
      return { reply: textReply(200, 'application/xml', junit) }
    }
    case 'md':
      return { reply: textReply(200, 'text/markdown; charset=utf-8', outcomeMarkdown(outcome, report)) }
  }
})
