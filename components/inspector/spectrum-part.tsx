// Client: keeps the RSC payload small; a page has up to twenty.
'use client'

import Link from 'next/link'
import { cn } from '@/lib/cn'
import type { CheckGroup } from '@/lib/core/engine/checks/check-groups'
import { groupWords } from '@/lib/core/engine/checks/check-groups'
import { StripDrawing } from '../ui/strip-drawing'

interface SpectrumPartProps {
  readonly group: CheckGroup
  /** Links to the group's checks below. */
  readonly href: string
  /** One letter per check, see `stripText`. */
  readonly strip: string
  readonly fail: number
  readonly warn: number
}

/** One group in the session strip: its ticks. Its name and number of failures show under the pointer and in focus. */
export function SpectrumPart({ group, href, strip, fail, warn }: SpectrumPartProps) {
  return (
    <Link
      data-strip={group}
      href={href}
      prefetch={false}
      // On a phone the full strip is a wall of ticks, so show only groups with failures and warnings.
      className={cn(
        'group relative grid min-h-6 min-w-6 content-end rounded-sm hover:bg-hover',
        fail === 0 && warn === 0 && 'max-md:hidden',
      )}
    >
      <StripDrawing text={strip} wrap={false} className="h-6 gap-px" />
      <span
        className={cn(
          'sr-only group-hover:not-sr-only group-focus-visible:not-sr-only',
          'group-hover:absolute group-hover:top-full group-hover:z-20 group-focus-visible:absolute group-focus-visible:top-full group-focus-visible:z-20',
        )}
      >
        <span className="grid rounded-sm border border-line-strong bg-surface px-1.5 py-0.5 text-xs whitespace-nowrap text-ink">
          {groupWords[group].short}:{' '}
          {fail > 0 ? `${fail} failed` : warn > 0 ? `${warn} warn` : `${strip.length} checks`}
        </span>
      </span>
    </Link>
  )
}
