import type { EventDraft, PlainAnswer } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { invariant, ProtocolError } from '../../ground/ports/errors'
import type { Campaign, IssuanceSession, Session, StoredEvent } from '../../ground/ports/store-types'
import { utf8 } from '../../ground/values/base64url'
import type { JsonObject } from '../../ground/values/json'
import { revocationOf } from '../../issuer/endpoints/sessions/change-statuses'
import { startIssuance } from '../../issuer/endpoints/sessions/create-session'
import { laboratoryEnd } from '../../issuer/read/laboratory-end'
import { startPresentation } from '../../verifier/endpoints/create-verifier-session'
import { trustMembers } from '../campaign-trust'
import type { Preset } from '../presets/preset'
import { presetFacts } from '../presets/preset-facts'
import { stepClaim } from '../step-claim'
import { requireRoom } from './session-place'

/** A new session of a campaign, and everything to commit with it. */
export interface MadeSession extends PlainAnswer {
  readonly session: Session
}

/**
 * Makes the session of a preset for a campaign, as `POST` of its body would. If two callers try at once, one makes it
 * and the other finds it. `made` is how many sessions of the preset the caller has seen.
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
  const answer = await (preset.kind === 'issuance' ? startIssuance(asked, total) : startPresentation(asked, total))
  const { session, effects = [] } = answer
  invariant(session !== undefined, 'What makes a session gives it.')
  return {
    ...answer,
    session,
    events: [...(answer.events ?? []), ...(preset.revokes ? await revocations(followed, context) : [])],
    effects: [
      ...effects,
      // Nobody else makes the same session meanwhile.
      stepClaim(`${campaign.campaignId} ${preset.id} ${made}`, session.sessionId, ports),
    ],
  }
}

/**
 * The sessions of a campaign whose credential a preset asks back, the newest last; empty for a preset that asks none back.
 * Throws `invalid_request` where there is none yet.
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
 * What revokes the credentials of all these sessions, since a wallet may hold one of an earlier try. Throws `invalid_request`
 * where the lists of the newest are served no more, and with them nothing can be revoked.
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

/** The preset's body, with the campaign's wait if the wallet should refuse, and the session that it follows. */
function bodyOf(
  campaign: Campaign,
  preset: Preset,
  { followed, context }: { readonly followed: IssuanceSession | null; readonly context: RequestContext },
): JsonObject {
  const body = preset.body(presetFacts(context, followed, campaign.transactionTemplate))
  const wait =
    preset.kind === 'issuance'
      ? 'fault' in body
        ? { settle_seconds: campaign.silenceSeconds }
        : {}
      : { refusal_wait: campaign.silenceSeconds }
  const follows = followed === null ? {} : { follows: followed.sessionId }
  return {
    ...wait,
    ...trustMembers(campaign, preset, body),
    ...body,
    ...follows,
    preset: preset.id,
    campaign_id: campaign.campaignId,
  }
}
