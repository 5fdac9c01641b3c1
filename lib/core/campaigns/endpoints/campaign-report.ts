import { plain } from '../../engine/endpoints/endpoint'
import { inert, oneOf } from '../../engine/endpoints/query-parameters'
import type { HeaderField } from '../../ground/http/exchange'
import { jsonReply, textReply } from '../../ground/http/reply'
import { levels } from '../../ground/ports/finding'
import { readProgress } from '../campaign-progress'
import { campaignHtml } from '../reports/campaign-html'
import { campaignJunit } from '../reports/campaign-junit'
import { campaignMarkdown } from '../reports/campaign-markdown'
import { buildCampaignReport } from '../reports/campaign-report'
import { requireCampaign } from './path-campaign'
import { campaignBundle } from './report-bundle'

const formats = ['json', 'junit', 'md', 'html', 'tar'] as const

/** `GET /campaigns/{campaignId}/report`: the results of a campaign, to keep, print or hand to a CI. */
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
