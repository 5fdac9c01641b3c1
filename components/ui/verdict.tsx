// Client: keeps the RSC payload small; a page has many.
'use client'

import { cn } from '@/lib/cn'
import type { FindingStatus } from '@/lib/core/ground/ports/finding'
import { Icon } from './icon'
import { verdictStyles } from './verdict-styles'

/** A verdict as text with its icon, e.g. in a row. `boxed` sets it off if it stands alone. */
export function Verdict({ status, boxed = false }: { readonly status: FindingStatus; readonly boxed?: boolean }) {
  const style = verdictStyles[status]
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 align-middle text-sm whitespace-nowrap',
        status === 'not_applicable' ? 'font-normal' : 'font-[550]',
        style.ink,
        boxed && `rounded-sm py-[3px] pr-2 pl-1.5 ${style.soft}`,
      )}
    >
      <Icon name={style.icon} />
      {style.word}
    </span>
  )
}
