import { plain } from '../../engine/endpoints/endpoint'
import { oneOf } from '../../engine/endpoints/query-parameters'
import type { HeaderField } from '../../ground/http/exchange'
import { jsonReply, textReply } from '../../ground/http/reply'
import { madeStatements } from '../bundle/made-statements'
import { listCases } from '../official-cases/list-cases'
import { noCampaign } from '../official-cases/no-campaign'
import { readCoverage, type WalletCoverage } from '../official-cases/wallet-coverage'
import type { CoverageView } from '../official-cases/z-coverage'
import { installationOf } from '../presets/installation'
import { buildCoverage, coverageCsv } from '../reports/coverage-report'
import { walletAsked } from './wallet-asked'

/** `GET /fcaf.json`: the official cases, and which session and checks decide each. */
export const listOfficialCases = plain(async () => ({ reply: jsonReply(200, listCases()) }))

/** What was made of what was read, which is the same object while nothing changes. */
const views = new WeakMap<WalletCoverage, CoverageView>()

/** `GET /coverage`: what the campaigns of one wallet and version say about every official case. */
export const getCoverage = plain(async (context) => {
  const { exchange, ports, settings } = context
  const query = new URLSearchParams(exchange.query ?? '')
  const format = oneOf('format', query.get('format'), ['json', 'csv'], 'json')
  const coverage = await readCoverage(walletAsked(query), context)
  if (coverage.campaigns.length === 0) throw noCampaign(context)
  const seen =
    views.get(coverage) ?? buildCoverage(coverage, { ...settings, ...installationOf(context), sha256: ports.sha256 })
  views.set(coverage, seen)
  const { statements } = await madeStatements(coverage, ports)
  const view = statements.length === 0 ? seen : { ...seen, statements: [...statements] }
  const file = (ending: string): HeaderField => ['Content-Disposition', `inline; filename="coverage.${ending}"`]
  return format === 'csv'
    ? { reply: textReply(200, 'text/csv; charset=utf-8', coverageCsv(view), [file('csv')]) }
    : { reply: jsonReply(200, view, [file('json')]) }
})
