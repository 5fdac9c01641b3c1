import type { ConformanceEntry, ExchangeView, IssuanceSessionView } from '@/lib/core/evidence/session-view'
import type { FindingStatus } from '@/lib/core/finding'
import { isObject } from '@/lib/core/json'
import { eventWords } from './event-words'
import { exchangeKind, kindWords, shortPath } from './exchange-kind'
import { countStatuses } from './judged-check'

export interface ExchangeRow {
  readonly type: 'exchange'
  readonly exchange: ExchangeView
  /** Place in the session, from 1. */
  readonly number: number
  readonly shortPath: string
  readonly what: string
  readonly counts: Record<FindingStatus, number>
  /** One of its findings refused the request, and no later request of the kind made up for it. */
  readonly decided: boolean
  /**
   * The same document fetched again by a client that names no session, with nothing wrong: as likely a part of another
   * session of the same wallet.
   */
  readonly repeat: boolean
  /** Since the session was created. */
  readonly sinceStartMillis: number
}

export interface EventRow {
  readonly type: 'event'
  readonly key: string
  readonly words: string
  readonly sinceStartMillis: number
}

export type TimelineRow = ExchangeRow | EventRow

/** The error code of an answer, `null` without one. */
export function errorCodeOf({ response }: Pick<ExchangeView, 'response'>): string | null {
  return isObject(response.body) && typeof response.body.error === 'string' ? response.body.error : null
}

function whatHappened(exchange: ExchangeView): string {
  const kind = exchangeKind(exchange)
  const code = errorCodeOf(exchange)
  if (code === 'use_dpop_nonce') return 'Answered with the DPoP nonce to use, as planned'
  if (code !== null) return code
  if (exchange.response.status === null) return 'The client was gone before the answer'
  return kindWords[kind]
}

/** The exchange whose refusal decided how the session stands: the last refusal that no success made up for. */
export function decidingExchangeId(
  exchanges: readonly ExchangeView[],
  conformance: readonly ConformanceEntry[],
): string | null {
  const refused = new Set(conformance.filter(({ rejected }) => rejected).map(({ exchange_id }) => exchange_id))
  const unmended = exchanges.filter((exchange, index) => {
    if (!refused.has(exchange.id) || errorCodeOf(exchange) === 'use_dpop_nonce') return false
    const kind = exchangeKind(exchange)
    return !exchanges
      .slice(index + 1)
      .some((later) => exchangeKind(later) === kind && (later.response.status ?? 500) < 400)
  })
  const kind = unmended[0] && exchangeKind(unmended[0])
  return unmended.find((exchange) => exchangeKind(exchange) === kind)?.id ?? null
}

const isRepeat = (exchange: ExchangeView, earlier: readonly ExchangeView[]): boolean =>
  exchange.correlation === 'inferred' &&
  earlier.some(
    ({ method, path, correlation }) =>
      correlation === 'inferred' && method === exchange.method && path === exchange.path,
  )

/** Exchanges and the events between them, in order of time. */
export function timeline(session: IssuanceSessionView): TimelineRow[] {
  const start = Date.parse(session.created_at)
  const { conformance } = session.checks
  const deciding = decidingExchangeId(session.exchanges, conformance)
  const exchanges = session.exchanges.map((exchange, index): ExchangeRow => {
    const findings = conformance.filter(({ exchange_id }) => exchange_id === exchange.id)
    return {
      type: 'exchange',
      exchange,
      number: index + 1,
      shortPath: shortPath(exchange.path),
      what: whatHappened(exchange),
      counts: countStatuses(findings),
      decided: exchange.id === deciding,
      repeat:
        isRepeat(exchange, session.exchanges.slice(0, index)) && !findings.some(({ status }) => status === 'fail'),
      sinceStartMillis: Date.parse(exchange.at) - start,
    }
  })
  const events = session.events.flatMap((event, index): EventRow[] => {
    const words = eventWords(event)
    return words === null
      ? []
      : [{ type: 'event', key: `${event.type} ${index}`, words, sinceStartMillis: Date.parse(event.at) - start }]
  })
  // An event has the time of the answer that caused it and belongs below its exchange.
  return [...exchanges, ...events].sort(
    (a, b) => a.sinceStartMillis - b.sinceStartMillis || Number(a.type === 'event') - Number(b.type === 'event'),
  )
}

/** Milliseconds since the start as seconds, e.g. `+6.1 s`, `+2:05 min`. */
export function sinceStart(millis: number): string {
  const seconds = Math.max(0, millis) / 1000
  if (seconds < 100) return `+${seconds.toFixed(1)} s`
  const minutes = Math.floor(seconds / 60)
  return `+${minutes}:${String(Math.floor(seconds % 60)).padStart(2, '0')} min`
}
