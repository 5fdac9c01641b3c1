import type { Made, Place } from '../../engine/endpoints/collaborators'
import type { EventDraft } from '../../engine/endpoints/decided'
import { type PlainAnswer, plain } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { loadSession } from '../../engine/sessions/load-session'
import { isWorkbenchId } from '../../engine/sessions/workbench'
import { startedByOf } from '../../engine/sessions/z-session'
import { completeLaboratory, zLaboratoryOptions } from '../../issuer/configurations/laboratory/laboratory-options'
import { startIssuance } from '../../issuer/endpoints/sessions/create-session'
import { revocationOf } from '../../issuer/endpoints/sessions/laboratory-actions'
import { laboratoryEnd } from '../../issuer/read/laboratory'
import { withTrust } from '../../issuer/read/read-session-request'
import { statusEntries } from '../../issuer/read/status/status-entries'
import { headerValue } from '../../shared/http/exchange'
import { jsonReply, operatorChallenges } from '../../shared/http/reply'
import { digestOf } from '../../shared/ports/digests'
import { invariant, ProtocolError } from '../../shared/ports/errors'
import { toCampaignId } from '../../shared/ports/ids'
import type {
  Campaign,
  IssuanceSession,
  Session,
  StoredEvent,
  TransactionTemplate,
} from '../../shared/ports/store-types'
import { utf8 } from '../../shared/values/base64url'
import { isObject, isSameJson, type Json, type JsonObject } from '../../shared/values/json'
import { startPresentation } from '../../verifier/endpoints/create-verifier-session'
import { hasPreset } from '../campaign-progress'
import { trustMembers } from '../campaign-trust'
import { sessionAddresses } from '../campaign-view'
import { everyPreset, presetById } from '../presets'
import { type Preset, presetFacts } from '../presets/preset'
import { stepClaim } from '../step-claim'
import { zCampaignAgain } from '../z-campaign'
import { readBody, requireCampaign } from './campaign-endpoint'

/** Maximum number of sessions per campaign, including retries. */
const campaignSessionsMax = 2000

/** Throws `too_many_requests` if a campaign is full. */
function requireRoom(sessions: number): void {
  if (sessions < campaignSessionsMax) return
  const description = `A campaign may have ${campaignSessionsMax} sessions: start another one.`
  throw new ProtocolError('too_many_requests', description, {}, [['Retry-After', '3600']])
}

/**
 * Reads the preset and campaign of a session request. A preset is only a body, so a session that names one must have
 * all its members. `made` is what the caller knows about the session. Throws `invalid_request` with
 * the member, `too_many_requests` for a full campaign, and `unauthorized` for a stranger's session in the operator's
 * campaign, where it would count as the operator's.
 */
export async function readPlace(
  kind: Session['kind'],
  request: Readonly<Record<string, unknown>>,
  context: Pick<RequestContext, 'exchange' | 'ports' | 'settings' | 'asker'>,
  { campaignSessions: sessions, ...known }: Made = {},
): Promise<Place> {
  const made = { ...(await readStart(request, context)), ...known }
  const { preset, campaign_id: campaign } = request
  const id = typeof campaign === 'string' ? toCampaignId(campaign) : null
  const found = id === null ? null : await context.ports.store.campaign(id)
  if (typeof preset === 'string') {
    const ofCampaign = { isMade: sessions !== undefined, template: found?.transactionTemplate }
    await refuseOtherBody(preset, kind, request, context, ofCampaign)
  }
  if (typeof campaign !== 'string') return typeof preset === 'string' ? { ...made, preset } : made
  if (found === null) throw refusal('campaign_id', 'No campaign has this id.')
  if (typeof preset !== 'string' || !hasPreset(found, preset))
    throw refusal('campaign_id', 'A session of a campaign names one of its presets in the member preset.')
  if (found.byOperator && context.asker === 'stranger') throw operatorsOnly()
  requireRoom(sessions ?? (await context.ports.store.campaignSessions(found.campaignId)).length)
  return { ...made, preset, campaignId: found.campaignId }
}

/** Reads what starts a session, and the workbench that it joins. Throws `invalid_request` for one that has ended. */
async function readStart(
  request: Readonly<Record<string, unknown>>,
  { exchange, ports }: Pick<RequestContext, 'exchange' | 'ports'>,
): Promise<Place> {
  const { workbench, started_by: startedBy } = request
  const start = {
    startedBy: typeof startedBy === 'string' ? startedBy : startedByOf(headerValue(exchange, 'user-agent')),
  }
  if (typeof workbench !== 'string') return start
  return { ...start, workbench: await livingWorkbench(workbench, ports) }
}

/** The digest of the workbench with this id. Throws `invalid_request` for one that has ended. */
export async function livingWorkbench(
  id: string,
  { store, sha256, now }: Pick<RequestContext['ports'], 'store' | 'sha256' | 'now'>,
): Promise<string> {
  const found = isWorkbenchId(id) ? await store.workbench('digest', digestOf(id, sha256)) : null
  if (found === null || found.expiresAt <= now())
    throw refusal('workbench', 'This workbench has ended: open a new one.')
  return found.digest
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
        legal_values: everyPreset.map((one) => one.id),
      },
    )
  if (preset.kind !== kind) throw refusal('preset', 'This preset is for the other kind of session.')
  // It would count as the preset, whatever it asks for.
  if (request.mutations != null && preset.needsMutations === undefined)
    throw refusal('preset', 'A session with mutations is of no preset: leave preset and campaign_id out.', 'mutations')
  const body = preset.body(presetFacts(context, await followedOf(preset, request, context, isMade), template))
  const read = kind === 'issuance' ? withTrust(body) : body
  if (kind === 'presentation' && (request.negative_test ?? null) !== (body.negative_test ?? null))
    throw refusal(
      'preset',
      'The body differs from the preset that it names, in the member negative_test.',
      'negative_test',
    )
  const other = Object.keys(body).find(
    (member) => !isSameJson(askedMember(member, request), readMember(member, read[member] as Json | undefined)),
  )
  if (other !== undefined)
    throw refusal('preset', `The body differs from the preset that it names, in the member ${other}.`, other)
}

/** A member of a session request as it was asked for: of mutations that were read, the operations. */
function askedMember(member: string, request: Readonly<Record<string, unknown>>): unknown {
  const asked = request[member]
  if (member !== 'mutations' || !isObject(asked) || !Array.isArray(asked.list)) return asked
  return asked.list.map(({ index: _, ...one }: Readonly<Record<string, unknown>>) => one)
}

/** A member of a session request as it is read: laboratory options with their defaults, those of the framework too. */
const readMember = (member: string, value: Json | undefined): unknown =>
  member === 'laboratory' ? completeLaboratory(zLaboratoryOptions.parse(value)) : value

/** The session whose credential this preset asks back; `null` if it asks none back. */
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
  // The campaign itself revokes together with the session; anyone else must have revoked before.
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

/** A new session of a campaign, and everything to commit with it. */
export interface MadeSession extends PlainAnswer {
  readonly session: Session
}

/**
 * Makes the session of a preset for a campaign, as `POST` of its body would. Of two concurrent callers, one makes it
 * and the other finds it. `made` is the number of sessions of the preset that the caller has seen.
 */
export async function makeSession(
  campaign: Campaign,
  { preset, made, total }: { readonly preset: Preset; readonly made: number; readonly total: number },
  context: RequestContext,
): Promise<MadeSession> {
  const { exchange, ports } = context
  requireRoom(total)
  const refusal = await ports.refuseCreation(exchange.remoteAddress, ports.now())
  if (refusal !== null) throw refusal
  const followed = await followedBy(campaign, preset, context)
  const body = utf8(JSON.stringify(bodyOf(campaign, preset, { followed: followed.at(-1) ?? null, context })))
  const asked = {
    ...context,
    exchange: { ...exchange, method: 'POST', headers: [], body, bodyBytes: body.length, at: ports.now() },
  }
  const { workbench } = campaign
  const known: Made = {
    campaignSessions: total,
    startedBy: 'campaign',
    ...(workbench === undefined ? {} : { workbench }),
  }
  const answer = await (preset.kind === 'issuance' ? startIssuance(asked, known) : startPresentation(asked, known))
  const { session, effects = [] } = answer
  invariant(session !== undefined, 'What makes a session gives it.')
  return {
    ...answer,
    session,
    events: [...(answer.events ?? []), ...(preset.revokes ? await revocations(followed, context) : [])],
    effects: [
      ...effects,
      // Prevents anyone else from making the same session meanwhile.
      stepClaim(`${campaign.campaignId} ${preset.id} ${made}`, session.sessionId, ports),
    ],
  }
}

/**
 * The sessions of a campaign whose credential a preset asks back, newest last; empty if it asks none back. Throws
 * `invalid_request` if there is none yet.
 */
async function followedBy(
  { campaignId }: Campaign,
  { id, follows }: Preset,
  { ports }: RequestContext,
): Promise<readonly IssuanceSession[]> {
  if (follows === undefined) return []
  const sessions = (await ports.store.campaignSessions(campaignId)).flatMap((one) =>
    one.kind === 'issuance' && one.preset === follows ? [one] : [],
  )
  if (sessions.length > 0) return sessions
  const description = `The preset ${id} asks back what a session of ${follows} issued: run that one first.`
  throw new ProtocolError('invalid_request', description, { pointer: '/preset' })
}

/**
 * Revokes the credentials of all these sessions, because a wallet may hold one from an earlier try. Throws
 * `invalid_request` if the lists of the newest are no longer served, so nothing can be revoked.
 */
async function revocations(
  sessions: readonly IssuanceSession[],
  { ports }: RequestContext,
): Promise<readonly EventDraft[]> {
  const now = ports.now()
  const served: { readonly session: IssuanceSession; readonly events: readonly StoredEvent[] }[] = []
  for (const session of sessions) {
    const { laboratory, sessionId } = session
    if (laboratory === undefined || laboratory.until <= now) continue
    const events = await ports.store.events(sessionId)
    if (laboratoryEnd(laboratory, events) > now) served.push({ session, events })
  }
  const newest = sessions.at(-1)
  if (newest !== undefined && served.at(-1)?.session !== newest) {
    const description = `The issuer of the last session of ${newest.preset} has ended, so its credential cannot be revoked: try that preset again.`
    throw new ProtocolError('invalid_request', description, { pointer: '/preset' })
  }
  const drafts: EventDraft[] = []
  for (const { session, events } of served) drafts.push(...revocationOf(session, events, now))
  return drafts
}

/** The preset's body, plus the campaign's wait if the wallet should refuse, and the session that it follows. */
function bodyOf(
  campaign: Campaign,
  preset: Preset,
  { followed, context }: { readonly followed: IssuanceSession | null; readonly context: RequestContext },
): JsonObject {
  const body = preset.body(presetFacts(context, followed, campaign.transactionTemplate))
  const wait =
    preset.kind === 'issuance'
      ? 'fault' in body || 'mutations' in body
        ? { settle_seconds: campaign.silenceSeconds }
        : {}
      : { refusal_wait: campaign.silenceSeconds }
  const follows = followed === null ? {} : { follows: followed.sessionId }
  // The code of a workbench leads to an offer that is fetched.
  const byReference =
    campaign.workbench !== undefined && preset.kind === 'issuance'
      ? { credential_offer_mode: 'credential_offer_uri' }
      : {}
  return {
    ...byReference,
    ...wait,
    ...trustMembers(campaign, preset, body),
    ...body,
    ...follows,
    preset: preset.id,
    campaign_id: campaign.campaignId,
  }
}

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
