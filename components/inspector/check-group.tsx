// Client: keeps the RSC payload small; a page has about twenty, most of them collapsed.
'use client'

import type { ReactNode } from 'react'
import type { CheckGroup as CheckGroupId } from '@/lib/core/engine/checks/check-groups'
import { groupWords } from '@/lib/core/engine/checks/group-words'
import { countStatuses } from '@/lib/core/engine/evidence/summarise'
import { stripStatuses } from '../ui/strip-text'
import { CheckGroupHeading } from './check-group-heading'

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
