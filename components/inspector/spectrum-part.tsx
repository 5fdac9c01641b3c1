// Client: keeps the RSC payload small; a page has up to twenty.
'use client'

import Link from 'next/link'
import { cn } from '@/lib/cn'
import type { CheckGroup } from '@/lib/core/engine/checks/check-groups'
import { groupWords } from '@/lib/core/engine/checks/check-groups'
import type { FindingStatus } from '@/lib/core/shared/ports/finding'
import { CheckStrip, StripDrawing } from '../ui/strip-drawing'
import { verdictStyles } from '../ui/verdict-styles'

interface SpectrumPartProps {
  readonly group: CheckGroup
  /** Links to the group's checks below. */
  readonly href: string
  /** One letter per check, see `stripText`. */
  readonly strip: string
  readonly fail: number
  readonly warn: number
}

/** One group in the session strip: ticks, short name, and the number of failures or of all checks. */
export function SpectrumPart({ group, href, strip, fail, warn }: SpectrumPartProps) {
  return (
    <Link
      data-strip={group}
      href={href}
      prefetch={false}
      // On a phone the full strip is a wall of ticks, so show only groups with failures and warnings.
      className={cn(
        'grid min-w-6 content-end gap-1 rounded-sm hover:bg-hover',
        fail === 0 && warn === 0 && 'max-md:hidden',
      )}
    >
      <StripDrawing text={strip} wrap={false} className="h-6 gap-px" />
      <span className="grid border-t border-line-strong pt-0.5 text-xs/[1.35] whitespace-nowrap text-ink-2">
        {groupWords[group].short}
        {fail > 0 ? (
          <span className="font-semibold text-fail-ink">{fail} failed</span>
        ) : warn > 0 ? (
          <span className="font-semibold text-warn-ink">{warn} warn</span>
        ) : (
          <span className="text-ink-3 tabular-nums">{strip.length}</span>
        )}
      </span>
    </Link>
  )
}

const order: readonly FindingStatus[] = ['pass', 'fail', 'warn', 'not_observed', 'not_applicable']

/** What the ticks mean and leave out. On a phone, which shows few ticks, the words stand beside them. */
export function StripLegend({ more }: { readonly more: string }) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 px-4 pb-2 text-xs text-ink-2 max-md:hidden">
      One tick per check, in catalogue order:
      {order.map((status) => (
        <span key={status} className="inline-flex items-end gap-1.5">
          <span aria-hidden="true">
            <CheckStrip statuses={[status]} />
          </span>
          {status === 'warn' ? 'warning' : verdictStyles[status].counted}
        </span>
      ))}
      {more !== '' && <span className="ml-auto">{more}</span>}
    </p>
  )
}
