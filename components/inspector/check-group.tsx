import Link from 'next/link'
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import type { CheckGroup as CheckGroupId } from '@/lib/core/checks/check-groups'
import { countStatuses } from '@/lib/core/evidence/summarise'
import { findingStatuses } from '@/lib/core/finding'
import { CheckStrip } from '../ui/check-strip'
import { Icon } from '../ui/icon'
import { VerdictCount } from '../ui/verdict-count'
import { groupWords } from './model/group-words'
import type { JudgedCheck } from './model/judged-check'

interface CheckGroupProps {
  readonly group: CheckGroupId
  readonly checks: readonly JudgedCheck[]
  /** Folds or unfolds the group; `null` for one that stays open. */
  readonly href: string | null
  readonly open: boolean
  /** Its rows; a folded group has none, for most readers open few groups of a page of hundreds of checks. */
  readonly children: ReactNode
}

/** One group of the check list: its name, strip and counts, and below them its rows while it is open. */
export function CheckGroup({ group, checks, href, open, children }: CheckGroupProps) {
  const counts = countStatuses(checks)
  const heading = (
    <>
      <Icon name={open ? 'down' : 'right'} className="size-4 text-ink-3" />
      <b className="font-[550] [overflow-wrap:normal]">{groupWords[group].long}</b>
      <CheckStrip
        statuses={checks.map(({ status }) => status)}
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
    <section id={`checks-${group}`} aria-label={groupWords[group].long} className="border-t border-line">
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
      {open && children}
    </section>
  )
}
