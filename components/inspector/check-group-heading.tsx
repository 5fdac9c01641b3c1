// Client: a page has twenty of them, and their words, counts and letters are all that its data then holds.
'use client'

import Link from 'next/link'
import { cn } from '@/lib/cn'
import { type FindingStatus, findingStatuses } from '@/lib/core/finding'
import { Icon } from '../ui/icon'
import { StripDrawing } from '../ui/strip-drawing'
import { VerdictCount } from '../ui/verdict-count'

interface CheckGroupHeadingProps {
  readonly name: string
  /** One letter for each check, see `stripText`. */
  readonly strip: string
  readonly counts: Readonly<Record<FindingStatus, number>>
  /** Folds or unfolds the group; `null` for one that stays open. */
  readonly href: string | null
  readonly open: boolean
}

/** The heading of a group of checks: name, strip and counts. It leads to the page with the group unfolded or folded. */
export function CheckGroupHeading({ name, strip, counts, href, open }: CheckGroupHeadingProps) {
  const heading = (
    <>
      <Icon name={open ? 'down' : 'right'} className="size-4 text-ink-3" />
      <b className="font-[550] [overflow-wrap:normal]">{name}</b>
      <StripDrawing
        text={strip}
        wrap={false}
        className="max-md:order-3 max-md:col-span-2 max-md:col-start-2 max-md:flex-wrap"
      />
      <span className="flex flex-wrap justify-end gap-x-3">
        {findingStatuses.map(
          (status) => counts[status] > 0 && <VerdictCount key={status} status={status} count={counts[status]} />,
        )}
      </span>
    </>
  )
  const columns =
    'grid min-h-[42px] grid-cols-[16px_minmax(min-content,1fr)_auto] items-center gap-3 px-4 py-1 md:grid-cols-[16px_minmax(150px,240px)_minmax(0,1fr)_auto]'
  return (
    <h3 className="text-sm font-normal tracking-normal">
      {href === null ? (
        <span className={columns}>{heading}</span>
      ) : (
        <Link
          href={href}
          scroll={false}
          prefetch={false}
          aria-expanded={open}
          className={cn(columns, 'hover:bg-hover')}
        >
          {heading}
        </Link>
      )}
    </h3>
  )
}
