import { plain } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { loadEvidence, noNearbyExchanges } from '../../engine/evidence/load-evidence'
import type { SessionEvidence } from '../../engine/sessions/session-evidence'
import { buildDeeplink } from '../../issuer/read/credential-offer'
import { transactionCode } from '../../issuer/read/transaction-code'
import { jsonReply } from '../../shared/http/reply'
import { ProtocolError } from '../../shared/ports/errors'
import { type SessionId, toSessionId } from '../../shared/ports/ids'
import { seekerOf } from '../../shared/ports/places'
import type { Wait } from '../../shared/ports/ports'
import type { Campaign, Session } from '../../shared/ports/store-types'
import { addSeconds, type EpochMillis, epochMillis, toIso } from '../../shared/time/time'
import { presentationDeeplink } from '../../verifier/read/request/verifier-link'
import { type CampaignProgress, type CampaignStep, countSteps, readProgress } from '../campaign-progress'
import { isWarningEnoughIn } from '../campaign-trust'
import { campaignAddresses, sessionAddresses } from '../campaign-view'
import { asStored, recordSilence, silenceToCount } from '../counted-silence'
import { openAnswers } from '../person-answers'
import { personWords } from '../presets/preset'
import { sessionState } from '../session-state'
import type { NextSessionView } from '../z-campaign'
import { requireCampaign } from './campaign-endpoint'
import { makeSession } from './make-session'

/** Poll interval in milliseconds for writes of other web processes. Our own commits wake a request at once. */
const lookEveryMillis = 5000

/** Maximum delay in milliseconds before the end of a silence is reported. */
const precisionMillis = 250

/**
 * Waits until an open session of a campaign ends or the campaign gets another session. Returns false at the deadline or
 * when the client disconnects. Reads evidence only when something was added, and keeps none in memory while it waits.
 */
export async function waitForProgress(
  session: Session,
  { wait, deadline }: { readonly wait: Wait; readonly deadline: EpochMillis },
  { ports }: RequestContext,
): Promise<boolean> {
  // Only this session matters, so nearby exchanges do not.
  const readMark = () => ports.store.evidenceMark(session.sessionId, noNearbyExchanges)
  for (;;) {
    const mark = await readMark()
    const endsAt = endOf({ ...(await loadEvidence(session, ports)), now: ports.now() }, deadline)
    for (let isSame = true; isSame; isSame = (await readMark()) === mark) {
      const now = ports.now()
      if (endsAt <= now) return endsAt < deadline
      const end = await wait.next(Math.min(endsAt - now, lookEveryMillis))
      if (end === 'gone') return false
      if (end === 'campaign') return true
      if (end === 'session') break
    }
  }
}

/** When time alone will end an open session, or the deadline if that is earlier. Now for a session that has ended. */
function endOf(evidence: SessionEvidence, deadline: EpochMillis): EpochMillis {
  const isOpenAt = (at: number): boolean => sessionState({ ...evidence, now: epochMillis(at) }) === 'open'
  if (isOpenAt(deadline)) return deadline
  let [open, ended] = [evidence.now - 1, Number(deadline)]
  while (ended - open > precisionMillis) {
    const middle = (open + ended) / 2
    if (isOpenAt(middle)) open = middle
    else ended = middle
  }
  return epochMillis(Math.ceil(ended))
}

/** Maximum wait of a request, in seconds. */
const waitSecondsMax = 30

/** `Retry-After` in seconds for a request that may not wait. */
const retryAfterSeconds = 5

/**
 * `GET /campaigns/{campaignId}/next`: the session that waits for the wallet, created if necessary. With `after`, the id
 * of a session, waits until that session has ended, so that a wallet without a screen gets one link after another.
 * Repeated requests get the same session, from any device.
 */
export const getNextSession = plain(async (context) => {
  const { after, waitSeconds } = readQuery(context)
  const campaign = await requireCampaign(context)
  const deadline = addSeconds(context.exchange.at, waitSeconds)
  const wait = after === null || waitSeconds === 0 ? null : takePlace(campaign, after, context)
  try {
    for (;;) {
      const { progress, counted } = await readCounting(campaign, context)
      const { next } = progress
      if (next.kind === 'make' && next.step.preset !== null) {
        const total = progress.steps.reduce((sum, { sessions }) => sum + sessions.length, 0)
        const made = await makeSession(campaign, { preset: next.step.preset, made: next.tries, total }, context)
        return {
          ...made,
          events: [...counted.events, ...(made.events ?? [])],
          effects: [...counted.effects, ...(made.effects ?? [])],
          reply: jsonReply(200, nextView(progress, { ...next, session: made.session }, context)),
        }
      }
      const isSame = next.kind === 'open' && next.session.sessionId === after
      if (!isSame || wait === null || !(await waitForProgress(next.session, { wait, deadline }, context)))
        return { ...counted, reply: jsonReply(200, nextView(progress, next.kind === 'open' ? next : null, context)) }
    }
  } finally {
    wait?.end()
  }
})

/** The progress of a campaign, counting each silence that is now a refusal. */
async function readCounting(campaign: Campaign, context: RequestContext) {
  const progress = await readProgress(campaign, context)
  const counted = recordSilence(campaign, await silenceToCount(progress, context), context)
  if (counted.events.length === 0) return { progress, counted }
  return { progress: await readProgress(campaign, context, asStored(counted.events, context.ports.now())), counted }
}

/** Throws `too_many_requests` while too many requests are waiting. */
function takePlace({ campaignId }: Campaign, session: SessionId, { exchange, ports, asker }: RequestContext): Wait {
  const seeker = seekerOf({ exchange, asker })
  const wait = ports.waits.begin({ exchange: exchange.id, seeker, keys: [session, campaignId] })
  if (!('because' in wait)) return wait
  const description = `${wait.because} Ask without wait, or after the time in Retry-After.`
  throw new ProtocolError('too_many_requests', description, {}, [['Retry-After', String(retryAfterSeconds)]])
}

function readQuery({ exchange }: RequestContext): { readonly after: SessionId | null; readonly waitSeconds: number } {
  const query = new URLSearchParams(exchange.query ?? '')
  const wait = query.get('wait') ?? '0'
  if (!/^\d{1,2}$/.test(wait) || Number(wait) > waitSecondsMax)
    throw new ProtocolError('invalid_request', `wait is a number of seconds from 0 to ${waitSecondsMax}.`)
  const given = query.get('after')
  const after = given === null ? null : toSessionId(given)
  if (given !== null && after === null)
    throw new ProtocolError('invalid_request', 'after must be the id of the session that the wallet already has.')
  return { after, waitSeconds: Number(wait) }
}

function nextView(
  { campaign, steps, verdict }: CampaignProgress,
  open: { readonly step: CampaignStep; readonly session: Session } | null,
  context: RequestContext,
): NextSessionView {
  const { baseUrl } = context.settings
  return {
    campaign_id: campaign.campaignId,
    status: open === null ? 'finished' : 'running',
    verdict,
    counts: countSteps(steps),
    session: open && {
      ...sessionAddresses(baseUrl, open.session),
      number: steps.findIndex(({ presetId }) => presetId === open.step.presetId) + 1,
      preset: open.step.presetId,
      title: open.step.preset?.title ?? open.step.presetId,
      kind: open.session.kind,
      expects: open.step.preset?.expects ?? 'answer',
      warning_enough: isWarningEnoughIn(campaign, open.step.preset),
      person: open.step.preset && personWords(open.step.preset, campaign.transactionTemplate),
      answers: [
        ...(open.step.newest?.session === open.session ? open.step.newest.result.answers : openAnswers(open.session)),
      ],
      ...linkOf(open.session, context),
      expires_at: toIso(open.session.expiresAt),
      silence_ends_at: silenceEndOf(open),
    },
    ...campaignAddresses(baseUrl, campaign.campaignId),
  }
}

/** When silence ends the open session; `null` if it does not, or not yet. */
function silenceEndOf({ step: { newest }, session }: { readonly step: CampaignStep; readonly session: Session }) {
  const known = newest?.session === session ? newest.result.silenceEndsAt : null
  return known === null ? null : toIso(known)
}

/** The link that opens a wallet. An issuance link is useless and harmless once its code is spent. */
function linkOf(session: Session, { settings, ports }: RequestContext) {
  if (session.kind === 'presentation')
    return { deeplink: presentationDeeplink(session, { settings, ports }), tx_code: null }
  const { tx_code: asked } = session.options
  return {
    deeplink: buildDeeplink(session, settings.baseUrl, ports.keyedHash),
    tx_code: asked ? transactionCode(session.sessionId, asked, ports.keyedHash) : null,
  }
}
