// Client: only the browser knows which rows can be seen, and the RSC payload stays small: a timeline has up to a hundred.
'use client'

import Link from 'next/link'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { cn } from '@/lib/cn'
import { Breakable } from '../ui/json-value'
import { VerdictCount } from '../ui/verdict'
import type { ExchangeRow as Row } from './model/timeline'

interface TimelineRowsProps {
  /** Exchange shown on the page; `null` for none. */
  readonly chosenExchangeId: string | null
  readonly children: ReactNode
}

/**
 * Rows of the timeline in their own scroll area, which keeps the selected exchange in view: centred at first, later
 * anywhere visible.
 */
export function TimelineRows({ chosenExchangeId, children }: TimelineRowsProps) {
  const list = useRef<HTMLOListElement>(null)
  const isOpen = useRef(false)
  useLayoutEffect(() => {
    const rows = list.current
    const row = rows?.querySelector<HTMLElement>('[aria-current=true]')
    if (!rows || !row || chosenExchangeId === null) return
    const top = row.offsetTop
    const isSeen = top >= rows.scrollTop && top + row.offsetHeight <= rows.scrollTop + rows.clientHeight
    if (!isOpen.current || !isSeen) rows.scrollTop = top - (rows.clientHeight - row.offsetHeight) / 2
    isOpen.current = true
  }, [chosenExchangeId])
  return (
    <ol
      ref={list}
      id="timeline-rows"
      className="relative overflow-y-auto py-1 text-sm max-md:max-h-[60dvh] md:max-h-[max(320px,calc(100dvh-540px))]"
      data-rows=""
    >
      {children}
    </ol>
  )
}

interface EventRowProps {
  /** Time since the session's creation, in words. */
  readonly since: string
  readonly words: string
}

/** An event between two exchanges, less prominent. */
export function EventRow({ since, words }: EventRowProps) {
  return (
    <li className="grid grid-cols-[80px_1fr] gap-x-2 py-[3px] pr-4 pl-[13px] text-xs text-ink-3">
      <span className="text-right">{since}</span>
      <span className="before:mr-2 before:inline-block before:size-[5px] before:rounded-full before:border before:border-current before:align-[2px]">
        {words}
      </span>
    </li>
  )
}

interface ExchangeRowProps extends Pick<Row, 'number' | 'shortPath' | 'what' | 'counts' | 'decided' | 'altered'> {
  readonly exchange: Pick<
    Row['exchange'],
    'id' | 'method' | 'path' | 'duration_ms' | 'origin' | 'correlation' | 'after_end'
  >
  /** Who carried it; `null` if the wallet sent it directly. */
  readonly carried: string | null
  /** Response status; `null` if there was no response. */
  readonly status: number | null
  /** Time since the session's creation, in words. */
  readonly since: string
  readonly href: string
  readonly chosen: boolean
}

const counted = ['fail', 'warn', 'pass'] as const

/** One exchange: request, response, and how many checks it passed and failed. */
export function ExchangeRow({
  exchange,
  number,
  shortPath,
  what,
  counts,
  decided,
  altered,
  carried,
  status,
  since,
  href,
  chosen,
}: ExchangeRowProps) {
  return (
    <Link
      href={href}
      scroll={false}
      prefetch={false}
      data-row=""
      aria-current={chosen ? 'true' : undefined}
      className={cn(
        'grid animate-arrive grid-cols-[26px_46px_minmax(0,1fr)_auto] items-baseline gap-x-2 gap-y-px border-l-3 py-[7px] pr-4 pl-2.5 focus-visible:-outline-offset-2',
        chosen ? 'border-accent-mark bg-selected' : 'border-transparent hover:bg-hover',
      )}
    >
      <span className="text-right text-xs text-ink-3">{number ?? '–'}</span>
      <span className="font-mono text-xs font-semibold">{exchange.method}</span>
      <span className="truncate font-mono text-xs" title={exchange.path}>
        {shortPath}
      </span>
      <span className="flex items-baseline justify-end gap-2.5 text-xs">
        <span className="min-w-11 text-right text-ink-3 max-md:hidden">{exchange.duration_ms} ms</span>
        {/* Red only if a request with a failed check was refused: neither a planned 400 nor a 200 is a failure. */}
        <span
          className={cn(
            'font-mono font-semibold',
            counts.fail > 0 && (status ?? 0) >= 400 ? 'text-fail-ink' : 'text-ink-2',
          )}
        >
          {status ?? '—'}
        </span>
      </span>
      <span className="col-span-2 text-right text-xs text-ink-3">{since}</span>
      <span className="text-ink-2 md:truncate">
        {decided && (
          <span
            data-decided={exchange.id}
            className={cn(
              'mr-1.5 inline-flex items-center rounded-[3px] px-1.5 text-xs leading-[18px] font-[550]',
              counts.fail > 0 ? 'bg-fail-soft text-fail-ink' : 'bg-warn-soft text-warn-ink',
            )}
          >
            decided the outcome
          </span>
        )}
        {altered && (
          <span className="mr-1.5 inline-flex items-center rounded-[3px] bg-warn-soft px-1.5 text-xs leading-[18px] font-[550] text-warn-ink">
            altered on purpose
          </span>
        )}
        <Breakable text={what} />
        {carried !== null && (
          <span className="ml-1.5 inline-flex items-center rounded-[3px] border border-line-strong px-1 text-xs/[16px] text-ink-2">
            {carried}
          </span>
        )}
        {carried === null && exchange.origin === 'user_agent' && (
          <span className="text-ink-3">, sent by a browser</span>
        )}
        {exchange.origin === 'internal' && <span className="text-ink-3">, sent by this service itself</span>}
        {exchange.after_end && <span className="text-ink-3">, after the end</span>}
        {exchange.correlation === 'inferred' && (
          <span className="ml-1.5 inline-flex items-center rounded-[3px] border border-line-strong px-1 text-xs/[16px] text-ink-3">
            inferred
          </span>
        )}
      </span>
      <span className="flex items-center justify-end gap-2">
        {counted.map((one) => counts[one] > 0 && <VerdictCount key={one} status={one} count={counts[one]} />)}
      </span>
    </Link>
  )
}
