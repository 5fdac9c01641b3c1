'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import type { CheckGroup as CheckGroupId } from '@/lib/core/engine/checks/check-groups'
import { groupWords } from '@/lib/core/engine/checks/group-words'
import { countStatuses } from '@/lib/core/engine/evidence/summarise'
import { type FindingStatus, findingStatuses } from '@/lib/core/ground/ports/finding'
import { Icon } from '../ui/icon'
import { StripDrawing } from '../ui/strip-drawing'
import { stripStatuses } from '../ui/strip-text'
import { VerdictCount } from '../ui/verdict-count'

interface CheckGroupProps {
  readonly group: CheckGroupId
  /** One letter per check, see `stripText`. */
  readonly strip: string
  /** Link that expands or collapses the group; `null` for one that stays open. */
  readonly href: string | null
  readonly open: boolean
  /** Its rows while it is expanded. */
  readonly children: ReactNode
}

/** One group of the check list: its name, strip and counts, and its rows while it is expanded. */
export function CheckGroup({ group, strip, href, open, children }: CheckGroupProps) {
  const counts = countStatuses(stripStatuses(strip).map((status) => ({ status })))
  return (
    <section id={`checks-${group}`} aria-label={groupWords[group].long} className="border-t border-line">
      <CheckGroupHeading name={groupWords[group].long} strip={strip} counts={counts} href={href} open={open} />
      {children}
    </section>
  )
}

interface CheckGroupHeadingProps {
  readonly name: string
  /** One letter per check, see `stripText`. */
  readonly strip: string
  readonly counts: Readonly<Record<FindingStatus, number>>
  /** Link that expands or collapses the group; `null` for one that stays open. */
  readonly href: string | null
  readonly open: boolean
}

/** The heading of a group of checks: name, strip and counts. Links to the page with the group expanded or collapsed. */
function CheckGroupHeading({ name, strip, counts, href, open }: CheckGroupHeadingProps) {
  const heading = (
    <>
      <Icon name={open ? 'down' : 'right'} className="size-4 text-ink-3" />
      <b>{name}</b>
      <StripDrawing text={strip} wrap={false} />
      <span>
        {findingStatuses.map(
          (status) => counts[status] > 0 && <VerdictCount key={status} status={status} count={counts[status]} />,
        )}
      </span>
    </>
  )
  return (
    <h3 className="text-sm font-normal tracking-normal">
      {href === null ? (
        <span className="group-heading">{heading}</span>
      ) : (
        <Link href={href} scroll={false} prefetch={false} aria-expanded={open} className="group-heading hover:bg-hover">
          {heading}
        </Link>
      )}
    </h3>
  )
}
