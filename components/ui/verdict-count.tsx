// Client: keeps the RSC payload small; a page has dozens.
'use client'

import { cn } from '@/lib/cn'
import type { FindingStatus } from '@/lib/core/ground/ports/finding'
import { Icon } from './icon'
import { verdictStyles } from './verdict-styles'

/** A number with its icon, and the word for screen readers. */
export function VerdictCount({ status, count }: { readonly status: FindingStatus; readonly count: number }) {
  const style = verdictStyles[status]
  return (
    <span className={cn('counted', style.ink)}>
      <Icon name={style.icon} className="size-[13px]" />
      {count}
      <span className="sr-only"> {status === 'warn' && count === 1 ? 'warning' : style.counted}</span>
    </span>
  )
}
