import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import type { HrefOf, InspectorTarget } from '@/lib/paths'
import { Panel } from '../ui/panel'
import { PanelHeading } from '../ui/panel-heading'
import { carrierWords } from './model/browser-words'
import { numberedCount } from './model/exchanges'
import type { ExpectedExchange } from './model/flow-model'
import { newestRows, type ExchangeRow as Row, sinceStart, type TimelineRow } from './model/timeline'
import { EventRow, ExchangeRow, TimelineRows } from './timeline-rows'

interface TimelinePanelProps {
  readonly hrefOf: HrefOf
  /** Newest exchanges, with the events between them. */
  readonly rows: readonly TimelineRow[]
  readonly count: number
  readonly expected: readonly ExpectedExchange[]
  /** Whether requests without a session id may belong to another session of this client. */
  readonly mixedTraffic?: boolean
  /** Number of exchanges stored without header fields, parameters and bodies. */
  readonly withoutContent?: number
  readonly chosenExchangeId: string | null
  /** The page's query, kept in links except for the exchange. */
  readonly target: InspectorTarget
  readonly actions?: ReactNode
  /** Whether the events stand below the exchanges, folded: where something else comes first. */
  readonly foldsEvents?: boolean
  readonly className?: string
}

/** Most exchanges shown; a session may have many more. */
const drawnMax = 100

/** Exchanges in order (the newest, if there are very many), events between them, and what is still expected. */
export function TimelinePanel({
  hrefOf,
  rows,
  count,
  expected,
  mixedTraffic = false,
  withoutContent = 0,
  chosenExchangeId,
  target,
  actions,
  foldsEvents = false,
  className,
}: TimelinePanelProps) {
  const numbered = numberedCount(
    count,
    rows.flatMap((row) => (row.type === 'exchange' ? [row.exchange] : [])),
  )
  const aside = asideOf(numbered, count - numbered, expected.length)
  const drawn = newestRows(rows, drawnMax)
  const shown = drawn.filter(({ type }) => type === 'exchange').length
  const earlier = count - shown
  const repeats = drawn.filter((row) => row.type === 'exchange').filter(({ repeat }) => repeat)
  const events = drawn.filter(({ type }) => type === 'event')
  const draw = (row: TimelineRow) =>
    row.type === 'exchange' ? (
      <li key={row.exchange.id}>
        <ExchangeRow
          {...shownOf(row)}
          chosen={row.exchange.id === chosenExchangeId}
          href={hrefOf({
            ...target,
            exchange: row.exchange.id,
            check: undefined,
            tab: target.check === undefined ? target.tab : undefined,
          })}
        />
      </li>
    ) : (
      <EventRow key={row.key} since={sinceStart(row.sinceStartMillis)} words={row.words} />
    )
  return (
    <Panel labelledBy="timeline" className={className}>
      <PanelHeading id="timeline" title="Timeline" aside={aside} actions={actions} />
      {mixedTraffic && (
        <p className="border-b border-line px-4 py-2.5 text-sm text-ink-2">
          Mixed traffic: inferred requests may belong to another session of this client. Here they count for nothing.
        </p>
      )}
      {earlier > 0 && (
        <p className="border-b border-line px-4 py-2.5 text-sm text-ink-2">
          The newest {counted(shown)} are shown. {counted(earlier)} came before them. The session JSON lists all of
          them.
        </p>
      )}
      {withoutContent > 0 && (
        <p className="border-b border-line px-4 py-2.5 text-sm text-ink-2">
          {counted(withoutContent)} {withoutContent === 1 ? 'was' : 'were'} judged and counted, but stored without
          header fields, parameters and bodies: this session has very many, or storage was short when they came.
        </p>
      )}
      <TimelineRows>
        {drawn.map((row) => (row.type === 'event' ? !foldsEvents : !row.repeat) && draw(row))}
        {expected.map((one, index) => (
          <li key={one.kind}>
            <ExpectedRow expected={one} number={numbered + index + 1} next={index === 0} />
          </li>
        ))}
      </TimelineRows>
      {foldsEvents && events.length > 0 && (
        <details className="border-t border-line text-sm">
          <summary className="chevron flex min-h-9 items-center px-4 text-ink-2 hover:bg-hover">
            {events.length} {events.length === 1 ? 'event' : 'events'}
          </summary>
          <ol className="pb-2">{events.map(draw)}</ol>
        </details>
      )}
      {repeats.length > 0 && (
        <details
          className="border-t border-line text-sm"
          open={repeats.some(({ exchange }) => exchange.id === chosenExchangeId)}
        >
          <summary className="chevron flex items-center px-4 py-2.5 text-ink-2 hover:bg-hover">
            {repeats.length} repeated {repeats.length === 1 ? 'fetch' : 'fetches'}, possibly for other sessions of this
            wallet
          </summary>
          <ol data-rows="">{repeats.map(draw)}</ol>
        </details>
      )}
    </Panel>
  )
}

/** Only the displayed values of an exchange, to keep the RSC payload small. */
function shownOf({ exchange, number, shortPath, what, counts, decided, altered, sinceStartMillis }: Row) {
  const { id, method, path, duration_ms, origin, correlation, after_end } = exchange
  return {
    exchange: { id, method, path, duration_ms, origin, correlation, ...(after_end && { after_end }) },
    number,
    shortPath,
    what,
    counts,
    decided,
    altered,
    carried: carrierWords(exchange.carrier, exchange.headers['user-agent']),
    status: exchange.response.status,
    since: sinceStart(sinceStartMillis),
  }
}

function asideOf(count: number, uncounted: number, expected: number): string {
  if (uncounted > 0) return `${counted(count)}, and ${uncounted} inferred`
  if (count === 0) return expected === 0 ? 'nothing was recorded' : 'what will be recorded'
  return counted(count)
}

const counted = (count: number): string => `${count} ${count === 1 ? 'exchange' : 'exchanges'}`

interface ExpectedRowProps {
  readonly expected: ExpectedExchange
  readonly number: number
  /** Whether it should come next. */
  readonly next: boolean
}

/** A future exchange, drawn dotted, so that an empty page explains the protocol. */
function ExpectedRow({ expected, number, next }: ExpectedRowProps) {
  return (
    <div
      className={cn(
        'grid h-9 grid-cols-[26px_40px_minmax(0,1fr)] items-center gap-x-2 border-l-3 pr-4 pl-2.5',
        next ? 'border-dotted border-accent-mark bg-sunk text-ink' : 'border-transparent text-ink-3',
      )}
    >
      <span
        className={cn(
          'size-5 justify-self-end rounded-full border border-dashed text-center text-xs/[18px]',
          next ? 'border-accent-mark text-accent' : 'border-unseen-mark',
        )}
      >
        {number}
      </span>
      <span className="font-mono text-xs font-semibold">{expected.method}</span>
      <span className="relative truncate">
        {expected.does}
        <span className="sr-only">{next ? ', expected next' : ', expected later'}</span>{' '}
        <span className="font-mono text-xs">{expected.path}</span>
      </span>
    </div>
  )
}
