import type { ConformanceEntry, EventView } from '@/lib/core/engine/evidence/session-view'
import { countStatuses, isAfterEnd } from '@/lib/core/engine/evidence/summarise'
import type { FindingStatus } from '@/lib/core/shared/ports/finding'
import { groupBy } from '@/lib/core/shared/values/collections'
import { errorCodeOf, succeeded } from './exchanges'
import type { EventWords, FlowModel, Inspected, InspectedExchange, SessionHead } from './flow-model'

export interface ExchangeRow {
  readonly type: 'exchange'
  readonly exchange: InspectedExchange
  /** Position in the session, from 1; `null` if it may belong to another session. */
  readonly number: number | null
  readonly shortPath: string
  readonly what: string
  readonly counts: Record<FindingStatus, number>
  /** Whether a finding refused the request and no later request of the same kind succeeded. */
  readonly decided: boolean
  /**
   * A repeated, unproblematic fetch of the same document by a client that names no session: it may belong to another
   * session of the same wallet.
   */
  readonly repeat: boolean
  /** Whether the answer was deliberately wrong or unusual, so that checks say nothing about it. */
  readonly altered: boolean
  readonly sinceStartMillis: number
}

interface EventRow {
  readonly type: 'event'
  readonly key: string
  readonly words: string
  /** Whether it reports the outcome of other events at the same instant. */
  readonly isResult: boolean
  readonly sinceStartMillis: number
}

export type TimelineRow = ExchangeRow | EventRow

/** `failed`: a rule was violated, so even an expected error did not come as planned. */
function whatHappened(
  exchange: InspectedExchange,
  { plannedErrors, failed }: Pick<FlowModel<SessionHead>, 'plannedErrors'> & { readonly failed: boolean },
): string {
  const code = errorCodeOf(exchange)
  if (code !== null) return failed ? code : (plannedErrors[code] ?? code)
  if (exchange.response.status === null) return 'The client disconnected before the response'
  return exchange.does
}

interface Judged {
  readonly exchanges: readonly InspectedExchange[]
  readonly conformance: readonly ConformanceEntry[]
}

/** The exchange that decided the session's state: the last refusal that no later success resolved. */
export function decidingExchangeId(
  { exchanges, conformance }: Judged,
  { plannedErrors }: Pick<FlowModel<SessionHead>, 'plannedErrors'>,
): string | null {
  const idsOf = (wanted: (entry: ConformanceEntry) => boolean) =>
    new Set(conformance.filter((entry) => !isAfterEnd(entry) && wanted(entry)).map(({ exchange_id }) => exchange_id))
  const refused = idsOf(({ rejected }) => rejected)
  const failed = idsOf(({ status }) => status === 'fail')
  const lastSuccess = new Map<string, number>()
  exchanges.forEach((exchange, index) => {
    if (succeeded(exchange)) lastSuccess.set(exchange.kind, index)
  })
  // No endpoint answers a wrong method: no check refuses it, but one reports the mistake.
  const unmatched = ({ id, operation, kind, response }: InspectedExchange) =>
    operation === null && kind !== 'other' && (response.status ?? 0) >= 400 && failed.has(id)
  const unmended = exchanges.filter((exchange, index) => {
    // A planned refusal decides nothing, unless a rule was violated there.
    const isPlanned = (errorCodeOf(exchange) ?? '') in plannedErrors && !failed.has(exchange.id)
    if ((!refused.has(exchange.id) && !unmatched(exchange)) || isPlanned) return false
    return (lastSuccess.get(exchange.kind) ?? -1) <= index
  })
  const kind = unmended[0]?.kind
  return unmended.find((exchange) => exchange.kind === kind)?.id ?? null
}

/** Inferred exchanges that repeat an earlier request. */
function repeatsAmong(exchanges: readonly InspectedExchange[]): ReadonlySet<InspectedExchange> {
  const inferred = exchanges.filter(({ correlation }) => correlation === 'inferred')
  const alike = groupBy(inferred, ({ method, path }) => `${method} ${path}`)
  return new Set([...alike.values()].flatMap((group) => group.slice(1)))
}

/** The newest exchanges of a timeline with the events between them; all of it if there are no more. */
export function newestRows(rows: readonly TimelineRow[], exchangesMax: number): readonly TimelineRow[] {
  const places = rows.flatMap(({ type }, index) => (type === 'exchange' ? [index] : []))
  return places.length <= exchangesMax ? rows : rows.slice(places.at(-exchangesMax))
}

/** Exchanges and the events between them, in chronological order. */
export function timeline<Session extends SessionHead>(
  inspected: Inspected<Session>,
  flow: Pick<FlowModel<Session>, 'events' | 'plannedErrors' | 'altered' | 'changed'>,
): TimelineRow[] {
  const { session } = inspected
  const start = Date.parse(session.created_at)
  const { conformance } = session.checks
  const deciding = decidingExchangeId({ exchanges: inspected.exchanges, conformance }, flow)
  const repeats = repeatsAmong(inspected.exchanges)
  const byExchange = groupBy(conformance, ({ exchange_id }) => exchange_id)
  const altered = new Set(
    session.events.flatMap(({ type, detail }) => (type === 'answer_altered' ? [detail.exchange_id] : [])),
  )
  const exchanges = inspected.exchanges.map((exchange): ExchangeRow => {
    const findings = byExchange.get(exchange.id) ?? []
    const failed = findings.some(({ status }) => status === 'fail')
    return {
      type: 'exchange',
      exchange,
      number: exchange.number,
      shortPath: shortPath(exchange.path),
      what: whatHappened(exchange, { ...flow, failed }),
      counts: countStatuses(findings),
      decided: exchange.id === deciding,
      repeat: repeats.has(exchange) && !failed,
      altered: altered.has(exchange.id) || (flow.altered?.(session, exchange) ?? false),
      sinceStartMillis: Date.parse(exchange.at) - start,
    }
  })
  const events = session.events.flatMap((event, index): EventRow[] => {
    // By whom it is wrong says more than the test that it equals.
    const changed = event.type === 'answer_altered' ? flow.changed?.(session, event) : null
    const words = changed ?? eventWords(event, flow.events)
    return words === null
      ? []
      : [
          {
            type: 'event',
            key: `${event.type} ${index}`,
            words,
            isResult: flow.events.results?.has(event.type) ?? false,
            sinceStartMillis: Date.parse(event.at) - start,
          },
        ]
  })
  // An event carries the time of the answer that caused it, so sort it below its exchange, and outcomes below that.
  const place = (row: TimelineRow) => (row.type === 'exchange' ? 0 : row.isResult ? 2 : 1)
  return [...exchanges, ...events].sort((a, b) => a.sinceStartMillis - b.sinceStartMillis || place(a) - place(b))
}

/** Time since the start in words, e.g. `+6.1 s`, `+2:05 min`. */
export function sinceStart(millis: number): string {
  const seconds = Math.max(0, millis) / 1000
  if (seconds < 100) return `+${seconds.toFixed(1)} s`
  const minutes = Math.floor(seconds / 60)
  return `+${minutes}:${String(Math.floor(seconds % 60)).padStart(2, '0')} min`
}

/** Timeline text of an event; `null` if its exchange already says it. */
export function eventWords(event: EventView, { told, words }: EventWords): string | null {
  if (told.has(event.type)) return null
  const known = words[event.type]
  return known ? known(event) : event.type.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())
}

/** Shortens a path for a narrow row: drops the common prefix, so `/issuers/x/token` becomes `…/token`. */
export function shortPath(path: string): string {
  const wellKnown = /^\/\.well-known\/[^/]+/.exec(path)
  if (wellKnown) return path.length > wellKnown[0].length ? `${wellKnown[0]}/…` : path
  const below = /^\/(?:issuers|authorization-servers|sessions|openid4vp\/sessions)\/[^/]+(\/.+)$/.exec(path)
  if (below?.[1] === undefined) return path
  return `…${below[1].replace(/([0-9a-f]{4})[0-9a-f]{4}-[0-9a-f-]{27}/, '$1…')}`
}
