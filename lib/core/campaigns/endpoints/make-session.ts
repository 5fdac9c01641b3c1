import type { PlainAnswer } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { digestOf } from '../../ground/ports/digest-of'
import { invariant } from '../../ground/ports/errors'
import type { Campaign, Session } from '../../ground/ports/store-types'
import { addSeconds } from '../../ground/time/time'
import { utf8 } from '../../ground/values/base64url'
import type { JsonObject } from '../../ground/values/json'
import { startIssuance } from '../../issuer/endpoints/sessions/create-session'
import { startPresentation } from '../../verifier/endpoints/create-verifier-session'
import type { Preset } from '../presets/preset'
import { presetFacts } from '../presets/preset-facts'
import { requireRoom } from './session-place'

/** For this many seconds, two callers cannot make the same session of a campaign. After that, each sees it. */
const claimSeconds = 900

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
  const body = utf8(JSON.stringify(bodyOf(campaign, preset, context)))
  const asked = {
    ...context,
    exchange: { ...exchange, method: 'POST', headers: [], body, bodyBytes: body.length, at: ports.now() },
  }
  const answer = await (preset.kind === 'issuance' ? startIssuance(asked, total) : startPresentation(asked, total))
  const { session, effects = [] } = answer
  invariant(session !== undefined, 'What makes a session gives it.')
  const claim = `${campaign.campaignId} ${preset.id} ${made}`
  return {
    ...answer,
    session,
    effects: [
      ...effects,
      {
        type: 'grant',
        secret: null,
        value: {
          kind: 'campaign_step',
          digest: digestOf(claim, ports.sha256),
          issuerId: null,
          sessionId: session.sessionId,
          exchangeId: null,
          parent: null,
          expiresAt: addSeconds(ports.now(), claimSeconds),
          consumedAt: null,
          revokedAt: null,
          data: {},
        },
      },
    ],
  }
}

/** The preset's body, with the campaign's wait if the wallet should refuse. */
function bodyOf(campaign: Campaign, preset: Preset, context: RequestContext): JsonObject {
  const body = preset.body(presetFacts(context))
  const wait =
    preset.kind === 'issuance'
      ? 'fault' in body
        ? { settle_seconds: campaign.silenceSeconds }
        : {}
      : { refusal_wait: campaign.silenceSeconds }
  return { ...wait, ...body, preset: preset.id, campaign_id: campaign.campaignId }
}
