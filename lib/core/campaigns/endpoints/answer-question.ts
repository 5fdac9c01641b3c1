import { type PlainAnswer, plain } from '../../engine/endpoints/endpoint'
import { isRepeated, type Report } from '../../engine/endpoints/refusal-report'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { recordIssuerReport } from '../../issuer/endpoints/sessions/report-refusal'
import { jsonReply } from '../../shared/http/reply'
import { ProtocolError } from '../../shared/ports/errors'
import { toSessionId } from '../../shared/ports/ids'
import type { Reporter } from '../../shared/ports/reporter'
import type { Campaign, EnteredResult, Session } from '../../shared/ports/store-types'
import { recordVerifierReport } from '../../verifier/endpoints/report-refusal'
import { personCase } from '../official-cases/cases-of-presets'
import { countsOperatorOnly, enteredMax, enteredReadMax } from '../official-cases/wallet-coverage'
import { endedOnScreen, type PersonAnswer } from '../person-answers'
import { readResult } from '../session-result'
import { zCampaignAnswer } from '../z-campaign'
import { readBody, requireCampaign, resultQuotaReached } from './campaign-endpoint'

/** Maximum number of reports per session; the last one counts. */
const reportsMax = 10

/**
 * Records what a wallet showed after an unusual response of ours, and enters it as the reporter's result for the
 * official case about it; `null` for a session that does not ask. Repeating the last report changes nothing. Throws
 * `session_ended` after too many reports.
 */
async function reportScreen(
  { wallet }: Pick<Campaign, 'wallet'>,
  session: Session,
  { shown, by, context }: Report<Exclude<PersonAnswer, 'warned'>> & { readonly context: RequestContext },
): Promise<Omit<PlainAnswer, 'reply'> | null> {
  const { store } = context.ports
  const events = await store.events(session.sessionId)
  if (!endedOnScreen({ session, events })) return null
  const reports = events.filter(({ type }) => type === 'vp_screen_reported')
  if (isRepeated(reports.at(-1), { shown, by })) return {}
  if (reports.length >= reportsMax)
    throw new ProtocolError('session_ended', 'What the wallet showed has been reported too often for this session.')
  const entered = await entryOf({ wallet, session, shown, by }, context)
  return {
    sessionId: session.sessionId,
    events: [{ type: 'vp_screen_reported', detail: { shown, by } }],
    ...(entered === null ? {} : { entered }),
  }
}

const seen = {
  error: { result: 'passed', words: 'the wallet showed an error' },
  went_on: { result: 'failed', words: 'the wallet showed no error' },
} as const

/** The result to enter for a report; `null` if nobody saw the screen. */
async function entryOf(
  told: {
    readonly wallet: Campaign['wallet']
    readonly session: Session
    readonly shown: keyof typeof seen | 'nothing'
    readonly by: Reporter
  },
  context: RequestContext,
): Promise<EnteredResult | null> {
  const { wallet, session, shown, by } = told
  const official = personCase(session.preset)
  if (official === null || shown === 'nothing') return null
  const { ports, exchange, asker } = context
  const query = { wallet, operatorOnly: countsOperatorOnly(asker), max: enteredReadMax }
  if ((await ports.store.enteredResults(query)).length >= enteredMax) throw resultQuotaReached()
  const { result, words } = seen[shown]
  return {
    id: ports.uuid(),
    wallet,
    caseId: official.id,
    result,
    note: `Told in session ${session.sessionId}, whose response was unusual on purpose: ${words}.`,
    by,
    evidence: [{ session_id: session.sessionId }],
    byOperator: asker === 'operator',
    enteredAt: exchange.at,
  }
}

/**
 * `POST /campaigns/{campaignId}/answer`: reports what the wallet showed in a session, and ends it. If the wallet should
 * have refused, the report decides the session; after an unusual response of ours, it decides the official case about
 * it; otherwise it says why the wallet did not continue. Throws `session_ended` if there is nothing left to report.
 */
export const answerCampaign = plain(async (context) => {
  const campaign = await requireCampaign(context)
  const { session_id, shown, by } = readBody(context.exchange, zCampaignAnswer)
  const id = toSessionId(session_id)
  const session = id === null ? null : await context.ports.store.session(id)
  if (session === null || session.campaignId !== campaign.campaignId)
    throw new ProtocolError('session_not_found', 'This campaign has no session with this id.')
  const onScreen = shown === 'warned' ? null : await reportScreen(campaign, session, { shown, by, context })
  if (onScreen !== null) return { ...onScreen, reply: jsonReply(200, { session_id, shown, by }) }
  const told = shown === 'nothing' ? null : await refusalTold(session, { shown, by }, context)
  if (told !== null) return { ...told, reply: jsonReply(200, { session_id, shown, by }) }
  const { state } = await readResult(session, context)
  if (state !== 'open' && state !== 'silent')
    throw new ProtocolError('session_ended', 'This session has ended: there is nothing left to report.')
  return {
    reply: jsonReply(200, { session_id, shown, by }),
    sessionId: session.sessionId,
    events: [{ type: 'campaign_session_ended', detail: { shown, by } }],
  }
})

/** Throws `invalid_request` for a warning: in an issuance it is never enough. ARF3-ISSU_34 */
function requireNoWarning(shown: 'error' | 'went_on' | 'warned'): 'error' | 'went_on' {
  if (shown !== 'warned') return shown
  throw new ProtocolError('invalid_request', 'A warning is not enough in this session: report error or went_on.')
}

/** Reports a refusal; `null` if the session cannot take such a report. */
async function refusalTold(
  session: Session,
  { shown, by }: Report<'error' | 'went_on' | 'warned'>,
  context: RequestContext,
): Promise<PlainAnswer | null> {
  try {
    return session.kind === 'issuance'
      ? await recordIssuerReport(session, { shown: requireNoWarning(shown), by }, context)
      : await recordVerifierReport(session, { shown, by }, context)
  } catch (error) {
    if (error instanceof ProtocolError && (error.code === 'refusal_not_expected' || error.code === 'refusal_decided'))
      return null
    throw error
  }
}
