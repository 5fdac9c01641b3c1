import { z } from 'zod'
import type { PresentationSession, StoredEvent, StoredExchange } from '../../ground/ports/store-types'
import { toIso } from '../../ground/time/time'
import { isObject, type Json, type JsonObject } from '../../ground/values/json'
import { ownOrigin } from '../identity/own-origin'
import { type Carrier, carriers } from '../read/carrier'

/** What became of a call of `navigator.credentials.get()`. */
export const zBrowserCall = z.object({
  at: z.iso.datetime(),
  elapsed_ms: z.int().nonnegative().nullable().meta({ description: 'As the page measured it.' }),
  carrier: z.enum(carriers),
  outcome: z.enum(['answer', 'error', 'left', 'unsupported']).nullable().meta({
    description:
      'error: the promise was rejected. unsupported: nothing was called. left: the page was closed, or asked anew. null: still pending.',
  }),
  error_name: z.string().nullable().meta({ description: 'Of the exception, or why nothing was called.' }),
  page_origin: z.string().nullable(),
  user_agent: z.string().nullable(),
  allows: z
    .record(z.string(), z.boolean())
    .meta({ description: 'Whether the browser says to carry a protocol; recorded, never judged.' }),
})
export type BrowserCall = z.infer<typeof zBrowserCall>

/** How an event of the page ends a call. */
const outcomes: Readonly<Partial<Record<StoredEvent['type'], Exclude<BrowserCall['outcome'], null>>>> = {
  vp_presentation_response_received: 'answer',
  vp_wallet_error_received: 'answer',
  vp_response_replayed: 'answer',
  vp_response_refused: 'answer',
  vp_dc_api_failed: 'error',
  vp_dc_api_left: 'left',
  vp_dc_api_unsupported: 'unsupported',
}

interface OnRecord {
  readonly events: readonly StoredEvent[]
  readonly exchanges: readonly StoredExchange[]
}

/**
 * The calls of a session, oldest first: each begins when the page says so, and ends with what its browser posts next. A browser has
 * one call at a time, so a page that asks anew has left the call before, whether it said so or not.
 * @see https://www.w3.org/TR/digital-credentials/
 */
export function browserCalls({ events, exchanges }: OnRecord): BrowserCall[] {
  const calls: BrowserCall[] = []
  const told = new Set<string>()
  for (const event of events) {
    const { type, exchangeId, detail } = event
    const carrier = carrierIn(detail)
    const outcome = outcomes[type] ?? null
    if (carrier === null || (outcome === null && type !== 'vp_dc_api_started')) continue
    // An answer may have two events.
    if (exchangeId !== null && told.has(exchangeId)) continue
    if (exchangeId !== null) told.add(exchangeId)
    const own = callOf(event, { carrier, outcome, exchanges })
    const place = outcome === 'unsupported' ? -1 : placeOfOpen(calls, own)
    const open = calls[place]
    if (open !== undefined) calls[place] = outcome === null ? { ...open, outcome: 'left' } : closed(open, own)
    if (outcome === null || open === undefined) calls.push(own)
  }
  return calls
}

/** The last pending call of the browser that posted this; for its end that of any, since only a start has to name its browser. */
function placeOfOpen(calls: readonly BrowserCall[], { user_agent: userAgent, outcome }: BrowserCall): number {
  const own = calls.findLastIndex((call) => call.outcome === null && call.user_agent === userAgent)
  return own === -1 && outcome !== null ? calls.findLastIndex((call) => call.outcome === null) : own
}

/** A call with what ended it. */
const closed = (open: BrowserCall, end: BrowserCall): BrowserCall => ({
  ...end,
  at: open.at,
  page_origin: end.page_origin ?? open.page_origin,
  user_agent: end.user_agent ?? open.user_agent,
  allows: Object.keys(end.allows).length === 0 ? open.allows : end.allows,
})

const callOf = (
  { at, detail, exchangeId }: StoredEvent,
  { carrier, outcome, exchanges }: Pick<BrowserCall, 'carrier' | 'outcome'> & Pick<OnRecord, 'exchanges'>,
): BrowserCall => ({
  at: toIso(at),
  elapsed_ms: typeof detail.elapsed_ms === 'number' ? detail.elapsed_ms : null,
  carrier,
  outcome,
  error_name: textOf(detail.reason && outcome === 'unsupported' ? detail.reason : detail.name),
  page_origin: textOf(detail.page_origin),
  user_agent: textOf(detail.user_agent) ?? textOf(exchanges.find(({ id }) => id === exchangeId)?.headers['user-agent']),
  allows: isObject(detail.allows) ? truthsIn(detail.allows as JsonObject) : {},
})

const truthsIn = (allows: JsonObject): Record<string, boolean> =>
  Object.fromEntries(
    Object.entries(allows).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
  )

/** The protocol of the last answer that was looked into, as the page named it; `null` before the first. */
export const answeredProtocol = (events: readonly StoredEvent[]): string | null =>
  textOf(events.findLast(({ type }) => outcomes[type] === 'answer' && type !== 'vp_response_refused')?.detail.protocol)

/** What carried the last answer; before the first, what carried anything; `null` before that, and for a link. */
export const lastCarrier = (events: readonly StoredEvent[]): Carrier | null =>
  carrierIn(events.findLast(({ type, detail }) => outcomes[type] === 'answer' && carrierIn(detail) !== null)?.detail) ??
  carrierIn(events.findLast(({ detail }) => carrierIn(detail) !== null)?.detail)

const carrierIn = (detail: JsonObject | undefined): Carrier | null =>
  carriers.find((one) => one === detail?.carrier) ?? null

/** Operations that a page calls. */
const operations: readonly (string | null)[] = ['getBrowserRequest', 'sendBrowserResult']

/**
 * What carried each exchange of a page: by its event, or by its header fields where it has none. Empty for a link.
 * @param baseUrl the address of this service
 */
export function carriersOf(
  { dcApi }: Pick<PresentationSession, 'dcApi'>,
  { events, exchanges }: OnRecord,
  baseUrl: string,
): ReadonlyMap<string, Carrier> {
  if (dcApi === undefined) return new Map()
  const known = new Map(
    events.flatMap(({ exchangeId, detail }) => {
      const carrier = carrierIn(detail)
      return exchangeId === null || carrier === null ? [] : [[String(exchangeId), carrier] as const]
    }),
  )
  return new Map(
    exchanges
      .filter(({ operation }) => operations.includes(operation))
      .map((exchange) => [exchange.id, known.get(exchange.id) ?? byHeaders(exchange, ownOrigin(baseUrl))]),
  )
}

const byHeaders = ({ method, headers }: StoredExchange, origin: string): Carrier =>
  headers['sec-fetch-site'] === 'same-origin' &&
  (headers.origin === origin || (headers.origin === undefined && method === 'GET'))
    ? 'browser'
    : 'emulated'

const textOf = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null)
