import type { Place } from '../../engine/endpoints/neighbours'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { operatorChallenges } from '../../ground/http/operator-challenges'
import { ProtocolError } from '../../ground/ports/errors'
import { toCampaignId } from '../../ground/ports/ids'
import type { Session } from '../../ground/ports/store-types'
import { isSameJson } from '../../ground/values/json'
import { presetById, presets } from '../presets'
import { presetFacts } from '../presets/preset-facts'

/** How many sessions a campaign may have, including retries. */
const campaignSessionsMax = 2000

/** Throws `too_many_requests` if a campaign has as many sessions as it may have. */
export function requireRoom(sessions: number): void {
  if (sessions < campaignSessionsMax) return
  const description = `A campaign may have ${campaignSessionsMax} sessions: start another one.`
  throw new ProtocolError('too_many_requests', description, {}, [['Retry-After', '3600']])
}

/**
 * Reads which preset and campaign a session request belongs to. A preset is nothing but a body, so a session that names
 * one must have its every member. `sessions` is how many the campaign has, if the caller knows. Throws
 * `invalid_request` with the member, `too_many_requests` for a full campaign, and `unauthorized` for a stranger's
 * session in the operator's campaign, because it would count as the operator's own.
 */
export async function readPlace(
  kind: Session['kind'],
  request: Readonly<Record<string, unknown>>,
  context: Pick<RequestContext, 'ports' | 'settings' | 'asker'>,
  sessions?: number,
): Promise<Place> {
  const { preset, campaign_id: campaign } = request
  if (typeof preset === 'string') refuseOtherBody(preset, kind, request, context)
  if (typeof campaign !== 'string') return typeof preset === 'string' ? { preset } : {}
  const id = toCampaignId(campaign)
  const found = id === null ? null : await context.ports.store.campaign(id)
  if (found === null) throw refusal('campaign_id', 'No campaign has this id.')
  if (typeof preset !== 'string' || !found.presets.includes(preset))
    throw refusal('campaign_id', 'A session of a campaign names one of its presets in the member preset.')
  if (found.byOperator && context.asker === 'stranger') throw operatorsOnly()
  requireRoom(sessions ?? (await context.ports.store.campaignSessions(found.campaignId)).length)
  return { preset, campaignId: found.campaignId }
}

function refuseOtherBody(
  id: string,
  kind: Session['kind'],
  request: Readonly<Record<string, unknown>>,
  context: Pick<RequestContext, 'ports' | 'settings'>,
): void {
  const preset = presetById(id)
  if (preset === null)
    throw new ProtocolError(
      'invalid_request',
      'The member preset must be one of the ids that GET /presets.json lists.',
      {
        member: 'preset',
        pointer: '/preset',
        legal_values: presets.map((one) => one.id),
      },
    )
  if (preset.kind !== kind) throw refusal('preset', 'This preset is for the other kind of session.')
  const body = preset.body(presetFacts(context))
  const other = Object.keys(body).find((member) => !isSameJson(request[member], body[member]))
  if (other !== undefined)
    throw refusal('preset', `The body differs from the preset that it names, in the member ${other}.`, other)
}

const operatorsOnly = (): ProtocolError =>
  new ProtocolError(
    'unauthorized',
    'This campaign was started with the operator token: a session of it needs the token too, by the Bearer scheme or as the password of the Basic scheme.',
    {},
    operatorChallenges,
  )

const refusal = (member: string, description: string, at = member): ProtocolError =>
  new ProtocolError('invalid_request', description, { member, pointer: `/${at}` })
