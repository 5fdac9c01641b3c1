import { plain } from '../../engine/endpoints/endpoint'
import { jsonReply } from '../../ground/http/reply'
import { ProtocolError } from '../../ground/ports/errors'
import { hasPreset } from '../campaign-progress'
import { sessionAddresses } from '../campaign-view'
import { presetById } from '../presets'
import { zCampaignAgain } from '../z-campaign'
import { makeSession } from './make-session'
import { requireCampaign } from './path-campaign'
import { readBody } from './read-body'

/** `POST /campaigns/{campaignId}/again`: retries a preset. Its newest session counts; earlier ones stay. */
export const tryCampaignAgain = plain(async (context) => {
  const campaign = await requireCampaign(context)
  const { preset: id } = readBody(context.exchange, zCampaignAgain)
  const sessions = await context.ports.store.campaignSessions(campaign.campaignId)
  const preset = hasPreset(campaign, id) ? presetById(id) : null
  if (preset === null)
    throw new ProtocolError('invalid_request', 'The campaign does not have this preset.', { pointer: '/preset' })
  const tries = sessions.filter((session) => session.preset === id).length
  const made = await makeSession(campaign, { preset, made: tries, total: sessions.length }, context)
  return { ...made, reply: jsonReply(201, sessionAddresses(context.settings.baseUrl, made.session)) }
})
