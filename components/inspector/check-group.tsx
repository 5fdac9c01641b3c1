import type { ReactNode } from 'react'
import type { CheckGroup as CheckGroupId } from '@/lib/core/checks/check-groups'
import { countStatuses } from '@/lib/core/evidence/summarise'
import { stripText } from '../ui/strip-text'
import { CheckGroupHeading } from './check-group-heading'
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
  return (
    <section id={`checks-${group}`} aria-label={groupWords[group].long} className="border-t border-line">
      <CheckGroupHeading
        name={groupWords[group].long}
        strip={stripText(checks.map(({ status }) => status))}
        counts={counts}
        href={href}
        open={open}
      />
      {open && children}
    </section>
  )
}
