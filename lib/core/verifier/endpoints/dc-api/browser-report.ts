import type { Decision, EventDraft } from '../../../engine/endpoints/endpoint'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import { jsonReply } from '../../../ground/http/reply'
import type { PresentationSession, StoredEvent } from '../../../ground/ports/store-types'
import { type ToldObject, word } from '../../../ground/values/wording'
import type { Carrier } from '../../read/carrier'
import type { PageFacts, PostedResult, PromiseError } from '../../read/dc-api/posted-result'
import { verifierRedaction } from '../../redaction/verifier-redaction'
import { walletText } from '../../redaction/wallet-text'
import { posted, userAgentOf } from './posted-body'
import { tooMany } from './too-many'

/** Another outcome of a call than an answer. It leaves the session open. */
type Report = Exclude<PostedResult, { outcome: 'answer' }>

export interface BrowserReport {
  readonly kind: 'report'
  readonly response: null
  readonly session: PresentationSession
  readonly result: Report
  readonly page: PageFacts
  readonly carrier: Carrier
  /** How many such reports are on record. */
  readonly reports: number
}

export const isReport = (result: PostedResult): result is Report => result.outcome !== 'answer'

/** The event of each report. */
const eventOf = {
  started: 'vp_dc_api_started',
  error: 'vp_dc_api_failed',
  unsupported: 'vp_dc_api_unsupported',
  left: 'vp_dc_api_left',
} as const satisfies Readonly<Record<Report['outcome'], StoredEvent['type']>>

const reportEvents: readonly StoredEvent['type'][] = Object.values(eventOf)

/** How many reports of a session are stored. */
const reportsMax = 20

/** How many reports of a session are on record. */
export async function reportsOf(
  { sessionId }: PresentationSession,
  { ports }: Pick<RequestContext, 'ports'>,
): Promise<number> {
  const events = await ports.store.events(sessionId)
  return events.filter(({ type }) => reportEvents.includes(type)).length
}

/** Stores a report, unless the session has as many as it may have. */
export function decideReport(
  { session: { sessionId }, result, page, carrier, reports }: BrowserReport,
  { exchange }: RequestContext,
): Decision {
  const isFull = reports >= reportsMax
  const error = result.outcome === 'error' ? shownError(result.error) : null
  const outcome = {
    outcome: result.outcome,
    ...(error === null ? {} : { error: { ...error } }),
    ...(result.outcome === 'unsupported' ? { reason: result.reason } : {}),
  }
  const detail: ToldObject = {
    ...(error ?? {}),
    ...(result.outcome === 'unsupported' ? { reason: word(result.reason) } : {}),
    carrier: word(carrier),
    elapsed_ms: page.elapsedMillis,
    page_origin: page.origin,
    user_agent: userAgentOf(exchange),
    allows: { ...page.allows },
  }
  const event: EventDraft = { type: eventOf[result.outcome], detail }
  const refusal = tooMany('This session has as many reports as it may have: create a new session.')
  return {
    reply: isFull ? refusal : jsonReply(200, {}),
    sessionId,
    events: isFull ? [] : [event],
    effects: [],
    envelope: posted(outcome, page),
    firstRequests: { kind: `dc_api_report ${sessionId}`, onRecord: reports, max: reportsMax, refusal },
  }
}

/** How much of the browser's message is kept, in characters. */
const messageMax = 200

/** A rejection without what its message may tell of a person. */
const shownError = ({ name, message, code }: PromiseError) => ({
  name,
  message: message === null ? null : walletText(message, verifierRedaction.names).slice(0, messageMax),
  code,
})
