import type { DecidedEffect, EventDraft } from '../engine/endpoints/decided'
import type { RequestContext } from '../engine/endpoints/request-context'
import type { SessionId } from '../shared/ports/ids'
import type { Campaign, PresentationSession, StoredEvent } from '../shared/ports/store-types'
import type { EpochMillis } from '../shared/time/time'
import { channelOf, expectsRefusal } from '../verifier/deviations'
import { declinedInBrowser } from '../verifier/deviations/verifier-deviation-outcome'
import type { CampaignProgress, ResultOfSession } from './campaign-progress'
import { presetById } from './presets'
import { stepClaim } from './step-claim'

/**
 * Longest time between the fetch of a silent session and the valid response that proves the wallet works, in seconds.
 */
const controlSeconds = 1800

/** A session that a wallet left unanswered, and the one that shows it would have answered. */
interface Counted {
  readonly silent: PresentationSession
  readonly control: PresentationSession
}

/**
 * The silent sessions of a campaign whose silence now counts as a refusal. Closing a careless wallet causes silence
 * too, so this requires a driver that approves everything, a request that the wallet fetched, a wait that has passed,
 * and a valid response to another session of the campaign at about that time. If a browser shared nothing, the valid
 * response must have come through that browser. Empty if a person is to be asked.
 */
export async function silenceToCount(
  { campaign, steps }: CampaignProgress,
  { ports }: Pick<RequestContext, 'ports'>,
): Promise<readonly Counted[]> {
  const all = steps.flatMap(({ sessions }) => sessions)
  const silent = all.flatMap((one) =>
    isUncounted(one) && one.session.kind === 'presentation' && mayCount(campaign, one.session) ? [one.session] : [],
  )
  if (silent.length === 0) return []
  const controls: Control[] = []
  for (const { session } of all) {
    if (session.kind !== 'presentation' || expectsRefusal(session)) continue
    const valid = validIn(await ports.store.events(session.sessionId))
    if (valid !== null) controls.push({ session, ...valid })
  }
  const counted: Counted[] = []
  for (const session of silent) {
    const events = await ports.store.events(session.sessionId)
    const control =
      channelOf(session) === 'dc_api' ? controlInBrowser(events, controls) : controlByDriver(events, controls)
    if (control !== undefined) counted.push({ silent: session, control: control.session })
  }
  return counted
}

/** A session with a valid response, and how that came. */
interface Control {
  readonly session: PresentationSession
  readonly at: EpochMillis
  /** The User-Agent of the browser that carried it; `null` if none did. */
  readonly userAgent: string | null
}

/**
 * Whether the silence of a session can mean anything in a campaign. A browser reports that it shared nothing, whoever
 * operates it.
 */
const mayCount = ({ autoApprove }: Campaign, session: PresentationSession): boolean =>
  autoApprove !== undefined || channelOf(session) === 'dc_api'

function controlByDriver(events: readonly StoredEvent[], controls: readonly Control[]): Control | undefined {
  const fetched = events.findLast(({ type }) => type === 'vp_request_retrieved')
  return controls.find(({ at }) => fetched && Math.abs(at - fetched.at) <= controlSeconds * 1000)
}

/** Only a browser that has carried a response can have asked a wallet, so its report that nothing was shared counts. */
function controlInBrowser(events: readonly StoredEvent[], controls: readonly Control[]): Control | undefined {
  const declined = declinedInBrowser(events)
  const userAgent = declined === undefined ? null : browserOf(declined)
  return userAgent === null ? undefined : controls.find((one) => one.userAgent === userAgent)
}

/** The User-Agent of the browser that carried an event; `null` if none did. */
const browserOf = ({ detail }: StoredEvent): string | null =>
  detail.carrier === 'browser' && typeof detail.user_agent === 'string' ? detail.user_agent : null

/**
 * Whether a session ended in silence that is not yet interpreted. Not where its user is to stop the wallet, whatever a
 * driver does elsewhere.
 */
const isUncounted = ({ session, result }: ResultOfSession): boolean =>
  result.state === 'silent' &&
  result.found['vp.negative.rejected']?.status === 'not_observed' &&
  presetById(session.preset ?? '')?.userStops !== true

function validIn(events: readonly StoredEvent[]): Pick<Control, 'at' | 'userAgent'> | null {
  const valid = events.find(({ detail }) => detail.presentation_valid === true)
  return valid === undefined ? null : { at: valid.at, userAgent: browserOf(valid) }
}

/** What to commit with a response. */
interface RecordedSilence {
  readonly sessionId?: SessionId
  readonly events: readonly EventDraft[]
  readonly effects: readonly DecidedEffect[]
}

/** Records that silence counts as a refusal, once. */
export function recordSilence(
  { campaignId }: Campaign,
  counted: readonly Counted[],
  { ports }: Pick<RequestContext, 'ports'>,
): RecordedSilence {
  const [first] = counted
  return {
    ...(first === undefined ? {} : { sessionId: first.silent.sessionId }),
    events: counted.map(({ silent, control }) => ({
      type: 'vp_silence_counted',
      detail: {
        control_session_id: control.sessionId,
        ...(channelOf(silent) === 'dc_api' ? { in_browser: true } : {}),
      },
      sessionId: silent.sessionId,
    })),
    effects: counted.map(({ silent: { sessionId } }) =>
      stepClaim(`${campaignId} silence ${sessionId}`, sessionId, ports),
    ),
  }
}

/** The drafts as if already stored, for results that are read before the commit. */
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
