import type { RequestContext } from '../../engine/endpoints/request-context'
import type { Campaign } from '../../ground/ports/store-types'
import { noCampaign } from '../official-cases/no-campaign'
import { readCoverage } from '../official-cases/wallet-coverage'
import { buildStatement } from './build-statement'
import type { ConformanceStatement } from './z-statement'

/** Reads the statement of a wallet as of now. Throws `campaign_not_found` for one without a campaign that counts. */
export async function readStatement(
  wallet: Campaign['wallet'],
  context: Pick<RequestContext, 'ports' | 'settings' | 'asker'>,
): Promise<ConformanceStatement> {
  const coverage = await readCoverage(wallet, context)
  if (coverage.campaigns.length === 0) throw noCampaign(context)
  const { ports, settings } = context
  return buildStatement(coverage, { ...settings, sha256: ports.sha256 }, ports.now())
}
