import type { EventDraft } from '../../../engine/endpoints/decided'
import type { Decision } from '../../../engine/endpoints/endpoint'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import type { Envelope } from '../../../engine/redaction/message/redact-exchange'
import { type Exchange, headerValue, type Reply } from '../../../shared/http/exchange'
import { jsonReply } from '../../../shared/http/reply'
import type { PresentationSession, StoredEvent } from '../../../shared/ports/store-types'
import { sessionTtlSeconds } from '../../../shared/time/durations'
import type { Json, JsonObject } from '../../../shared/values/json'
import { quoteStart, type ToldObject, word } from '../../../shared/values/wording'
import type { Carrier } from '../../read/carrier'
import type { PageFacts, PostedResult, PromiseError } from '../../read/dc-api/read-browser-answer'
import { verifierRedaction } from '../../redaction/verifier-redaction'
import { walletText } from '../../redaction/wallet-metadata'

/** Refusal once a session reached a limit; only a new session helps. */
export const tooMany = (description: string): Reply =>
  jsonReply(429, { error: 'too_many_requests', error_description: description }, [
    ['Retry-After', String(sessionTtlSeconds)],
  ])

/** The recorded form of a page's post: our reading of it, and of a response what the wallet gave the browser. */
export const posted = (
  outcome: JsonObject,
  page: PageFacts,
  message: Pick<Envelope, 'member' | 'value'> = { member: 'data', value: undefined },
): Envelope => ({
  ...message,
  shown: { ...outcome, page: { origin: page.origin, elapsed_ms: page.elapsedMillis, allows: { ...page.allows } } },
})

/** Response events that include the carrier. */
const carried: readonly EventDraft['type'][] = [
  'vp_presentation_response_received',
  'vp_wallet_error_received',
  'vp_authorization_code_received',
  'vp_response_replayed',
  'vp_response_refused',
]

/** User-Agent of the poster, truncated; `null` without one. */
export const userAgentOf = (exchange: Exchange): string | null =>
  headerValue(exchange, 'user-agent')?.slice(0, 300) ?? null

/** Adds the carrier, and the page's data on the call, to the events of a response. */
export const withCarrier = (
  events: readonly EventDraft[],
  {
    protocol,
    page,
    carrier,
    userAgent,
  }: {
    readonly protocol: Json | undefined
    readonly page: PageFacts
    readonly carrier: Carrier
    readonly userAgent: string | null
  },
): EventDraft[] =>
  events.map((event) => {
    if (!carried.includes(event.type)) return event
    const detail: ToldObject = {
      ...event.detail,
      protocol: typeof protocol === 'string' ? quoteStart(protocol, 64) : null,
      carrier: word(carrier),
      elapsed_ms: page.elapsedMillis,
      page_origin: page.origin,
      user_agent: userAgent,
    }
    return { ...event, detail }
  })

/** An outcome of a call other than a response. The session stays open. */
type Report = Exclude<PostedResult, { outcome: 'answer' }>

export interface BrowserReport {
  readonly kind: 'report'
  readonly response: null
  readonly session: PresentationSession
  readonly result: Report
  readonly page: PageFacts
  readonly carrier: Carrier
  /** Reports on record. */
  readonly reports: number
}

/** True for an outcome other than a response. */
export const isReport = (result: PostedResult): result is Report => result.outcome !== 'answer'

/** Event type per outcome. */
const eventOf = {
  started: 'vp_dc_api_started',
  error: 'vp_dc_api_failed',
  unsupported: 'vp_dc_api_unsupported',
  left: 'vp_dc_api_left',
} as const satisfies Readonly<Record<Report['outcome'], StoredEvent['type']>>

const reportEvents: readonly StoredEvent['type'][] = Object.values(eventOf)

/** Reports stored per session. */
const reportsMax = 20

/** Number of a session's reports on record. */
export async function reportsOf(
  { sessionId }: PresentationSession,
  { ports }: Pick<RequestContext, 'ports'>,
): Promise<number> {
  const events = await ports.store.events(sessionId)
  return events.filter(({ type }) => reportEvents.includes(type)).length
}

/** Stores a report, up to the limit of the session. */
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

/** Characters kept of the browser's message. */
const messageMax = 200

/** A rejection without parts of its message that may identify a person. */
const shownError = ({ name, message, code }: PromiseError) => ({
  name,
  message: message === null ? null : walletText(message, verifierRedaction.names).slice(0, messageMax),
  code,
})
