import type { ReactNode } from 'react'
import { type InspectorTarget, paths } from '@/lib/paths'
import { Panel } from '../ui/panel'
import { PanelHeading } from '../ui/panel-heading'
import { ExchangeRow } from './exchange-row'
import { ExpectedRow } from './expected-row'
import type { ExpectedExchange } from './model/expected-exchanges'
import { sinceStart, type TimelineRow } from './model/timeline'

interface TimelinePanelProps {
  readonly sessionId: string
  readonly rows: readonly TimelineRow[]
  readonly expected: readonly ExpectedExchange[]
  readonly chosenExchangeId: string | null
  /** The address of the page, kept in links where it is not about the exchange. */
  readonly target: InspectorTarget
  readonly actions?: ReactNode
  readonly className?: string
}

/** Every exchange in order, events between them, and what is still expected. */
export function TimelinePanel({
  sessionId,
  rows,
  expected,
  chosenExchangeId,
  target,
  actions,
  className,
}: TimelinePanelProps) {
  const count = rows.filter(({ type }) => type === 'exchange').length
  const aside = asideOf(count, expected.length)
  return (
    <Panel labelledBy="timeline" className={className}>
      <PanelHeading id="timeline" title="Timeline" aside={aside} actions={actions} />
      <ol className="py-1 text-sm" data-rows="">
        {rows.map((row) =>
          row.type === 'exchange' ? (
            <li key={row.exchange.id}>
              <ExchangeRow
                row={row}
                chosen={row.exchange.id === chosenExchangeId}
                href={paths.inspectIssuance(sessionId, {
                  ...target,
                  exchange: row.exchange.id,
                  check: undefined,
                  tab: target.check === undefined ? target.tab : undefined,
                })}
              />
            </li>
          ) : (
            <li key={row.key} className="grid grid-cols-[80px_1fr] gap-x-2 py-[3px] pr-4 pl-[13px] text-xs text-ink-3">
              <span className="text-right">{sinceStart(row.sinceStartMillis)}</span>
              <span className="before:mr-2 before:inline-block before:size-[5px] before:rounded-full before:border before:border-current before:align-[2px]">
                {row.words}
              </span>
            </li>
          ),
        )}
        {expected.map((one, index) => (
          <li key={one.kind}>
            <ExpectedRow expected={one} number={count + index + 1} next={index === 0} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function asideOf(count: number, expected: number): string {
  if (count === 0) return expected === 0 ? 'nothing was recorded' : 'what will be recorded'
  return `${count} ${count === 1 ? 'exchange' : 'exchanges'}`
}
