import { z } from 'zod'
import type { FoldInput } from '../../engine/evidence/session-kind'
import { dcApiProtocols } from '../../shared/ports/dc-api'
import type { PresentationSession, StoredEvent, StoredExchange } from '../../shared/ports/store-types'
import { toIso } from '../../shared/time/time'
import { isObject, type Json, type JsonObject } from '../../shared/values/json'
import { ownOrigin } from '../identity/verifier-uris'
import { type Carrier, carriers } from '../read/carrier'
import { entryParameters, isSigned } from '../read/request/dc-api/entries'

/** Outcome of a `navigator.credentials.get()` call. */
const zBrowserCall = z.object({
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

/** How page events end a call. */
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
 * Browser calls of a session, oldest first: each begins with the page's report and ends with the next post of its
 * browser. A browser has one call at a time, so a new call means that the page left the previous one, whether reported
 * or not.
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
    // One response may have two events.
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

/**
 * The last pending call of the posting browser. An end matches any browser, since only a start has to name its browser.
 */
function placeOfOpen(calls: readonly BrowserCall[], { user_agent: userAgent, outcome }: BrowserCall): number {
  const own = calls.findLastIndex((call) => call.outcome === null && call.user_agent === userAgent)
  return own === -1 && outcome !== null ? calls.findLastIndex((call) => call.outcome === null) : own
}

/** Closes a call. */
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

/** Protocol of the last response examined, as named by the page; `null` before the first. */
const answeredProtocol = (events: readonly StoredEvent[]): string | null =>
  textOf(events.findLast(({ type }) => outcomes[type] === 'answer' && type !== 'vp_response_refused')?.detail.protocol)

/** Carrier of the last response; before the first, of any exchange; `null` before that, and for a link. */
export const lastCarrier = (events: readonly StoredEvent[]): Carrier | null =>
  carrierIn(events.findLast(({ type, detail }) => outcomes[type] === 'answer' && carrierIn(detail) !== null)?.detail) ??
  carrierIn(events.findLast(({ detail }) => carrierIn(detail) !== null)?.detail)

const carrierIn = (detail: JsonObject | undefined): Carrier | null =>
  carriers.find((one) => one === detail?.carrier) ?? null

/** Operations called by a page. */
const operations: readonly (string | null)[] = ['getBrowserRequest', 'sendBrowserResult']

/**
 * Carrier of each exchange of a page: from its event, or from header fields if it has none. Empty for a link.
 * @param baseUrl of this service
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

/** Digital Credentials API data in the read-back. */
export const zDcApiView = z
  .object({
    origin: z.string().meta({ description: 'What the browser tells the wallet.' }),
    expected_origins: z
      .array(z.string())
      .meta({ description: 'What signed requests name as the origins that may show them; ours first.' }),
    entries: z.array(
      z.object({
        protocol: z.enum(dcApiProtocols),
        response_mode: z.string().nullable().meta({ description: 'As in the request; null for ISO mdoc.' }),
        nonce: z.string(),
        encryption_kid: z.string().nullable().meta({ description: 'Of the key for the response; null without one.' }),
        thumbprint: z.string().nullable().meta({ description: 'RFC 7638, of that key.' }),
      }),
    ),
    answered_protocol: z.string().nullable().meta({ description: 'As the page said it; null until a response came.' }),
    calls: z.array(zBrowserCall),
  })
  .meta({ id: 'DcApi', description: 'presentation_channel dc_api: what the browser was handed, and what came of it.' })

export type DcApiView = z.infer<typeof zDcApiView>

/** Builds `dc_api` of the read-back; `null` for a session with a link. */
export function dcApiView({ session, events, exchanges, settings }: FoldInput<PresentationSession>): DcApiView | null {
  const { dcApi } = session
  if (dcApi === undefined) return null
  const origin = ownOrigin(settings.baseUrl)
  const parameters = dcApi.entries.map((entry) => entryParameters(session, entry))
  const signed = parameters[dcApi.entries.findIndex(({ protocol }) => isSigned(protocol))]
  return {
    origin,
    expected_origins: signed === undefined ? [] : textsOf(signed.expected_origins),
    entries: dcApi.entries.map(({ protocol, nonce, encryptionKid, thumbprint }, index) => ({
      protocol,
      response_mode: protocol === 'org-iso-mdoc' ? null : textOf(parameters[index]?.response_mode),
      nonce,
      encryption_kid: encryptionKid,
      thumbprint,
    })),
    answered_protocol: answeredProtocol(events),
    calls: browserCalls({ events, exchanges }),
  }
}

const textsOf = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
