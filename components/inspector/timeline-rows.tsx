// Client: keeps the RSC payload small, because a timeline has up to a hundred rows.
'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { VerdictCount } from '../ui/verdict'
import type { ExchangeRow as Row } from './model/timeline'

/** Rows of the timeline. */
export function TimelineRows({ children }: { readonly children: ReactNode }) {
  return (
    <ol id="timeline-rows" className="text-sm" data-rows="">
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
        'grid h-9 animate-arrive grid-cols-[26px_40px_minmax(0,1fr)_auto] items-center gap-x-2 border-l-3 pr-4 pl-2.5 focus-visible:-outline-offset-2 pointer-coarse:h-10',
        chosen ? 'border-accent-mark bg-selected' : 'border-transparent hover:bg-hover',
      )}
    >
      <span className="text-right text-xs text-ink-3">{number ?? '–'}</span>
      <span className="font-mono text-xs font-semibold">{exchange.method}</span>
      <span className="truncate" title={exchange.path}>
        {what}
        {altered && <Tag className="bg-warn-soft text-warn-ink">altered on purpose</Tag>}
        {decided && (
          <Tag
            decided={exchange.id}
            className={counts.fail > 0 ? 'bg-fail-soft text-fail-ink' : 'bg-warn-soft text-warn-ink'}
          >
            decided the outcome
          </Tag>
        )}
        {exchange.correlation === 'inferred' && <Tag className="border border-line-strong text-ink-3">inferred</Tag>}
        {carried !== null && <Tag className="border border-line-strong text-ink-2">{carried}</Tag>}
        {carried === null && exchange.origin === 'user_agent' && (
          <span className="text-ink-3">, sent by a browser</span>
        )}
        {exchange.origin === 'internal' && <span className="text-ink-3">, sent by this service itself</span>}
        {exchange.after_end && <span className="text-ink-3">, after the end</span>}{' '}
        <span className="font-mono text-xs text-ink-3">{shortPath}</span>
      </span>
      <span className="flex items-center justify-end gap-2 text-xs">
        {counted.map((one) => counts[one] > 0 && <VerdictCount key={one} status={one} count={counts[one]} />)}
        {/* Red only if a request with a failed check was refused: neither a planned 400 nor a 200 is a failure. */}
        <span
          className={cn(
            'font-mono font-semibold',
            counts.fail > 0 && (status ?? 0) >= 400 ? 'text-fail-ink' : 'text-ink-2',
          )}
        >
          {status ?? '—'}
        </span>
        <span className="min-w-12 text-right text-ink-3 max-md:hidden" title={`${exchange.duration_ms} ms`}>
          {since}
        </span>
      </span>
    </Link>
  )
}

interface TagProps {
  readonly className: string
  /** Id of the exchange, for the one that decided. */
  readonly decided?: string
  readonly children: ReactNode
}

/** A remark on an exchange. */
function Tag({ className, decided, children }: TagProps) {
  return (
    <span
      data-decided={decided}
      className={cn('ml-1.5 inline-flex items-center rounded-[3px] px-1.5 text-xs/[18px] font-[550]', className)}
    >
      {children}
    </span>
  )
}
