import type { Place } from '../../engine/endpoints/neighbours'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { loadSession } from '../../engine/sessions/load-session'
import { operatorChallenges } from '../../ground/http/reply'
import { ProtocolError } from '../../ground/ports/errors'
import { toCampaignId } from '../../ground/ports/ids'
import type { IssuanceSession, Session, StoredEvent, TransactionTemplate } from '../../ground/ports/store-types'
import { isSameJson, type Json } from '../../ground/values/json'
import { completeLaboratory, zLaboratoryOptions } from '../../issuer/configurations/laboratory/laboratory-options'
import { statusEntries } from '../../issuer/read/status/status-entries'
import { hasPreset } from '../campaign-progress'
import { presetById, presets } from '../presets'
import type { Preset } from '../presets/preset'
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
  const id = typeof campaign === 'string' ? toCampaignId(campaign) : null
  const found = id === null ? null : await context.ports.store.campaign(id)
  if (typeof preset === 'string') {
    const ofCampaign = { isMade: sessions !== undefined, template: found?.transactionTemplate }
    await refuseOtherBody(preset, kind, request, context, ofCampaign)
  }
  if (typeof campaign !== 'string') return typeof preset === 'string' ? { preset } : {}
  if (found === null) throw refusal('campaign_id', 'No campaign has this id.')
  if (typeof preset !== 'string' || !hasPreset(found, preset))
    throw refusal('campaign_id', 'A session of a campaign names one of its presets in the member preset.')
  if (found.byOperator && context.asker === 'stranger') throw operatorsOnly()
  requireRoom(sessions ?? (await context.ports.store.campaignSessions(found.campaignId)).length)
  return { preset, campaignId: found.campaignId }
}

async function refuseOtherBody(
  id: string,
  kind: Session['kind'],
  request: Readonly<Record<string, unknown>>,
  context: Pick<RequestContext, 'ports' | 'settings'>,
  { isMade, template }: { readonly isMade: boolean; readonly template: TransactionTemplate | undefined },
): Promise<void> {
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
  const body = preset.body(presetFacts(context, await followedOf(preset, request, context, isMade), template))
  const other = Object.keys(body).find((member) => !isSameJson(request[member], readMember(member, body[member])))
  if (other !== undefined)
    throw refusal('preset', `The body differs from the preset that it names, in the member ${other}.`, other)
}

/** A member of a body as a session request is read: the options of a laboratory with their defaults. */
const readMember = (member: string, value: Json | undefined): unknown =>
  member === 'laboratory' ? completeLaboratory(zLaboratoryOptions.parse(value)) : value

/** The session whose credential a session of this preset asks back; `null` for a preset that asks none back. */
async function followedOf(
  { id, follows, revokes }: Preset,
  request: Readonly<Record<string, unknown>>,
  { ports }: Pick<RequestContext, 'ports'>,
  ofCampaign: boolean,
): Promise<IssuanceSession | null> {
  if (follows === undefined) return null
  const followed = await loadSession('issuance', String(request.follows ?? ''), ports)
  if (followed?.preset !== follows)
    throw refusal('preset', `A session of the preset ${id} follows one of ${follows}.`, 'follows')
  // The campaign itself revokes with the session, anybody else before.
  if (revokes && !ofCampaign && !areRevoked(await ports.store.events(followed.sessionId)))
    throw refusal(
      'preset',
      `Before a session of the preset ${id}, revoke what the one of ${follows} issued.`,
      'follows',
    )
  return followed
}

const areRevoked = (events: readonly StoredEvent[]): boolean =>
  statusEntries(events).every(({ status }) => status === 'invalid')

const operatorsOnly = (): ProtocolError =>
  new ProtocolError(
    'unauthorized',
    'This campaign was started with the operator token: a session of it needs the token too, by the Bearer scheme or as the password of the Basic scheme.',
    {},
    operatorChallenges,
  )

const refusal = (member: string, description: string, at = member): ProtocolError =>
  new ProtocolError('invalid_request', description, { member, pointer: `/${at}` })
