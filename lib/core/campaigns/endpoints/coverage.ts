import { plain } from '../../engine/endpoints/endpoint'
import { oneOf } from '../../engine/endpoints/report-form'
import type { RequestContext } from '../../engine/endpoints/request-context'
import type { HeaderField } from '../../ground/http/exchange'
import { jsonReply, textReply } from '../../ground/http/reply'
import { ProtocolError } from '../../ground/ports/errors'
import { listCases } from '../official-cases/list-cases'
import { countsOperatorOnly, readCoverage, type WalletCoverage } from '../official-cases/wallet-coverage'
import type { CoverageView } from '../official-cases/z-coverage'
import { buildCoverage, coverageCsv } from '../reports/coverage-report'

/** `GET /fcaf.json`: the official cases, and which session and checks decide each. */
export const listOfficialCases = plain(async () => ({ reply: jsonReply(200, listCases()) }))

/** What was made of what was read, which is the same object while nothing changes. */
const views = new WeakMap<WalletCoverage, CoverageView>()

/** `GET /coverage`: what the campaigns of one wallet and version say about every official case. */
export const getCoverage = plain(async (context) => {
  const { exchange, ports, settings } = context
  const query = new URLSearchParams(exchange.query ?? '')
  const format = oneOf('format', query.get('format'), ['json', 'csv'], 'json')
  const wallet = { name: named(query, 'wallet'), version: named(query, 'version') }
  const coverage = await readCoverage(wallet, context)
  if (coverage.campaigns.length === 0) throw noCampaign(context)
  const view = views.get(coverage) ?? buildCoverage(coverage, { ...settings, sha256: ports.sha256 })
  views.set(coverage, view)
  const file = (ending: string): HeaderField => ['Content-Disposition', `inline; filename="coverage.${ending}"`]
  return format === 'csv'
    ? { reply: textReply(200, 'text/csv; charset=utf-8', coverageCsv(view), [file('csv')]) }
    : { reply: jsonReply(200, view, [file('json')]) }
})

/** The error for a wallet and version without any campaign that counts. */
export const noCampaign = ({ asker }: Pick<RequestContext, 'asker'>): ProtocolError =>
  new ProtocolError(
    'campaign_not_found',
    countsOperatorOnly(asker)
      ? 'No campaign that was started with the operator token is about a wallet of this name and version.'
      : 'No campaign is about a wallet of this name and version.',
  )

/** A required query parameter. Throws `invalid_request`. */
function named(query: URLSearchParams, name: string): string {
  const value = query.get(name)?.trim() ?? ''
  if (value === '' || value.length > 100)
    throw new ProtocolError('invalid_request', `${name} is required, with at most 100 characters.`)
  return value
}
