// Client: a page has twenty, and a name and the letters of its strip are all that its data then holds of a folded one.
'use client'

import type { ReactNode } from 'react'
import type { CheckGroup as CheckGroupId } from '@/lib/core/engine/checks/check-groups'
import { countStatuses } from '@/lib/core/engine/evidence/summarise'
import { stripStatuses } from '../ui/strip-text'
import { CheckGroupHeading } from './check-group-heading'
import { groupWords } from './model/group-words'

interface CheckGroupProps {
  readonly group: CheckGroupId
  /** One letter for each check, see `stripText`. */
  readonly strip: string
  /** Folds or unfolds the group; `null` for one that stays open. */
  readonly href: string | null
  readonly open: boolean
  /** Its rows while it is open. */
  readonly children: ReactNode
}

/** One group of the check list: its name, strip and counts, and below them its rows while it is open. */
export function CheckGroup({ group, strip, href, open, children }: CheckGroupProps) {
  const counts = countStatuses(stripStatuses(strip).map((status) => ({ status })))
  return (
    <section id={`checks-${group}`} aria-label={groupWords[group].long} className="border-t border-line">
      <CheckGroupHeading name={groupWords[group].long} strip={strip} counts={counts} href={href} open={open} />
      {children}
    </section>
  )
}
