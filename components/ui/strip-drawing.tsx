// Client: keeps the RSC payload small; a page has hundreds of ticks.
'use client'

import { cn } from '@/lib/cn'
import { type FindingStatus, findingStatuses } from '@/lib/core/shared/ports/finding'
import { stripStatuses, stripText } from './strip-text'
import { verdictStyles } from './verdict-styles'

/**
 * Class of the tick per status, see `strip` in globals.css. A page has hundreds, so it is one letter, and none for the
 * most frequent status.
 */
const ticks: Record<FindingStatus, string | undefined> = {
  pass: undefined,
  warn: 'w',
  fail: 'f',
  not_observed: 'o',
  not_applicable: 'n',
}

/** Counts of checks in words, e.g. `1 failed, 5 passed`. */
function countWords(statuses: readonly FindingStatus[]): string {
  const parts = findingStatuses.flatMap((status) => {
    const count = statuses.filter((one) => one === status).length
    if (count === 0) return []
    return [`${count} ${status === 'warn' && count === 1 ? 'warning' : verdictStyles[status].counted}`]
  })
  return parts.length === 0 ? 'no checks' : parts.join(', ')
}

interface StripDrawingProps {
  /** One letter per check, see `stripText`. */
  readonly text: string
  readonly wrap: boolean
  readonly className?: string | undefined
}

/** Renders the ticks of a strip from its text. */
export function StripDrawing({ text, wrap, className }: StripDrawingProps) {
  const statuses = stripStatuses(text)
  return (
    <span
      role="img"
      aria-label={countWords(statuses)}
      className={cn('strip', wrap && 'h-auto flex-wrap items-stretch gap-y-2', className)}
    >
      {statuses.map((status, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: ticks have no identity except their position.
        const tick = <i key={index} className={ticks[status]} />
        if (!wrap) return tick
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <span key={index} className="flex h-[18px] items-end">
            {tick}
          </span>
        )
      })}
    </span>
  )
}

interface CheckStripProps {
  /** One status per check, in catalogue order. */
  readonly statuses: readonly FindingStatus[]
  /** Wraps onto further rows if needed. */
  readonly wrap?: boolean
  readonly className?: string | undefined
}

/** One tick per check. Ticks have equal width, so length shows the number and two sessions of a kind line up. */
export function CheckStrip({ statuses, wrap = false, className }: CheckStripProps) {
  return <StripDrawing text={stripText(statuses)} wrap={wrap} className={className} />
}
