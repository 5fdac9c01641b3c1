import { cn } from '@/lib/cn'
import { type FindingStatus, findingStatuses } from '@/lib/core/finding'
import { verdictStyles } from './verdict'

/** Height and width of a tick carry the meaning; colour repeats it. Heights are percentages of the strip. */
const ticks: Record<FindingStatus, string> = {
  pass: 'h-[54%] w-[3px] bg-pass-mark',
  warn: 'h-[77%] w-[3px] bg-warn-mark',
  fail: 'h-full w-[5px] bg-fail-mark',
  not_observed: 'h-[40%] w-[3px] border border-unseen-mark',
  not_applicable: 'h-[2px] w-[3px] bg-unseen-mark',
}

/** The counts of a row of checks in words, e.g. `1 failed, 5 passed`. */
function countWords(statuses: readonly FindingStatus[]): string {
  const parts = findingStatuses.flatMap((status) => {
    const count = statuses.filter((one) => one === status).length
    if (count === 0) return []
    return [`${count} ${status === 'warn' && count === 1 ? 'warning' : verdictStyles[status].counted}`]
  })
  return parts.length === 0 ? 'no checks' : parts.join(', ')
}

interface CheckStripProps {
  /** One status for each check, in catalogue order. */
  readonly statuses: readonly FindingStatus[]
  /** Wraps into further rows if one is too short. */
  readonly wrap?: boolean
  readonly className?: string
}

/** One tick per check. Ticks have equal width, so length shows the number and two sessions of a kind line up. */
export function CheckStrip({ statuses, wrap = false, className }: CheckStripProps) {
  return (
    <span
      role="img"
      aria-label={countWords(statuses)}
      className={cn('flex gap-[2px]', wrap ? 'flex-wrap gap-y-2' : 'h-4 items-end', className)}
    >
      {statuses.map((status, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: ticks have no identity except their position.
        const tick = <i key={index} className={cn('shrink-0 rounded-[1px]', ticks[status])} />
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
