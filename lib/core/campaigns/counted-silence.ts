import type { DecidedEffect, EventDraft } from '../engine/endpoints/endpoint'
import type { RequestContext } from '../engine/endpoints/request-context'
import type { SessionId } from '../ground/ports/ids'
import type { Campaign, PresentationSession, StoredEvent } from '../ground/ports/store-types'
import type { EpochMillis } from '../ground/time/time'
import { expectsRefusal } from '../verifier/deviations'
import type { CampaignProgress, ResultOfSession } from './campaign-progress'
import { presetById } from './presets'
import { stepClaim } from './step-claim'

/** The longest time between the fetch of a silent session and the valid response that shows a wallet at work, in seconds. */
const controlSeconds = 1800

/** A session that a wallet left without a response, and the one that shows that it would have responded. */
interface Counted {
  readonly silent: PresentationSession
  readonly control: PresentationSession
}

/**
 * The silent sessions of a campaign in which silence is a refusal from now on. A careless wallet whose tester closes it is silent
 * too: so only where a driver approves whatever the wallet asks, where the wallet fetched the request and the wait has passed, and
 * where it responded validly to another session of the campaign at about that time. Empty where a person is to be asked.
 */
export async function silenceToCount(
  { campaign, steps }: CampaignProgress,
  { ports }: Pick<RequestContext, 'ports'>,
): Promise<readonly Counted[]> {
  if (campaign.autoApprove === undefined) return []
  const all = steps.flatMap(({ sessions }) => sessions)
  const silent = all.flatMap((one) => (isUncounted(one) && one.session.kind === 'presentation' ? [one.session] : []))
  if (silent.length === 0) return []
  const controls: { readonly session: PresentationSession; readonly at: EpochMillis }[] = []
  for (const { session } of all) {
    if (session.kind !== 'presentation' || expectsRefusal(session)) continue
    const at = validAt(await ports.store.events(session.sessionId))
    if (at !== null) controls.push({ session, at })
  }
  const counted: Counted[] = []
  for (const session of silent) {
    const fetched = (await ports.store.events(session.sessionId)).findLast(
      ({ type }) => type === 'vp_request_retrieved',
    )
    const control = controls.find(({ at }) => fetched && Math.abs(at - fetched.at) <= controlSeconds * 1000)
    if (control !== undefined) counted.push({ silent: session, control: control.session })
  }
  return counted
}

/** Whether a session ended with silence that says nothing yet. In some its user stops, whatever a driver does elsewhere. */
const isUncounted = ({ session, result }: ResultOfSession): boolean =>
  result.state === 'silent' &&
  result.found['vp.negative.rejected']?.status === 'not_observed' &&
  presetById(session.preset ?? '')?.userStops !== true

const validAt = (events: readonly StoredEvent[]): EpochMillis | null =>
  events.find(({ detail }) => detail.presentation_valid === true)?.at ?? null

/** What to commit with an answer. */
interface RecordedSilence {
  readonly sessionId?: SessionId
  readonly events: readonly EventDraft[]
  readonly effects: readonly DecidedEffect[]
}

/** What puts it on record, once. */
export function recordSilence(
  { campaignId }: Campaign,
  counted: readonly Counted[],
  { ports }: Pick<RequestContext, 'ports'>,
): RecordedSilence {
  const [first] = counted
  return {
    ...(first === undefined ? {} : { sessionId: first.silent.sessionId }),
    events: counted.map(({ silent: { sessionId }, control }) => ({
      type: 'vp_silence_counted',
      detail: { control_session_id: control.sessionId },
      sessionId,
    })),
    effects: counted.map(({ silent: { sessionId } }) =>
      stepClaim(`${campaignId} silence ${sessionId}`, sessionId, ports),
    ),
  }
}

/** The same as events on record, for results that are read before it is. */
export const asStored = (events: readonly EventDraft[], at: EpochMillis): readonly StoredEvent[] =>
  events.flatMap(({ type, detail, sessionId }): StoredEvent[] =>
    sessionId === undefined
      ? []
      : [
          {
            id: `silence ${sessionId}`,
            sessionId,
            exchangeId: null,
            at,
            type,
            detail: detail as StoredEvent['detail'],
          },
        ],
  )
