import type { RequestContext } from '../../engine/endpoints/request-context'
import { ProtocolError } from '../../ground/ports/errors'
import { countsOperatorOnly } from './wallet-coverage'

/** The error for a wallet and version without a campaign that counts. */
export const noCampaign = ({ asker }: Pick<RequestContext, 'asker'>): ProtocolError =>
  new ProtocolError(
    'campaign_not_found',
    countsOperatorOnly(asker)
      ? 'No campaign that was started with the operator token is about a wallet of this name and version.'
      : 'No campaign is about a wallet of this name and version.',
  )
