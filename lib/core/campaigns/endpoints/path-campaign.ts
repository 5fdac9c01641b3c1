import type { RequestContext } from '../../engine/endpoints/request-context'
import { ProtocolError } from '../../ground/ports/errors'
import { toCampaignId } from '../../ground/ports/ids'
import type { Campaign } from '../../ground/ports/store-types'

/** The campaign that the path names. Throws `campaign_not_found`. */
export async function requireCampaign({ params, ports }: RequestContext): Promise<Campaign> {
  const id = toCampaignId(params.campaignId ?? '')
  const campaign = id === null ? null : await ports.store.campaign(id)
  if (campaign === null) throw new ProtocolError('campaign_not_found', 'No campaign has this id, or it was deleted.')
  return campaign
}
