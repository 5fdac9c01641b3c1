import { checkGroups } from '@/lib/core/engine/checks/check-groups'
import { countStatuses } from '@/lib/core/engine/evidence/summarise'
import type { HrefOf, InspectorTarget } from '@/lib/paths'
import { stripText } from '../ui/strip-text'
import { type JudgedCheck, withOpen } from './model/judged-check'
import { SpectrumPart } from './spectrum-part'

interface CheckSpectrumProps {
  readonly checks: readonly JudgedCheck[]
  readonly hrefOf: HrefOf
  readonly target: InspectorTarget
}

/**
 * Strip of the whole session, one part per group, each linked to its checks. Groups that do not apply are left out, so that
 * the rest fit on few rows.
 */
export function CheckSpectrum({ checks, hrefOf, target }: CheckSpectrumProps) {
  const groups = checkGroups
    .map((group) => ({ group, members: checks.filter((check) => check.group === group) }))
    .filter(({ members }) => members.some(({ status }) => status !== 'not_applicable'))
  return (
    <div className="flex flex-wrap gap-x-2.5 gap-y-2 px-4 pb-3">
      {groups.map(({ group, members }) => {
        const counts = countStatuses(members)
        return (
          <SpectrumPart
            key={group}
            group={group}
            href={`${hrefOf(withOpen(target, group))}#checks-${group}`}
            strip={stripText(members.map(({ status }) => status))}
            fail={counts.fail}
            warn={counts.warn}
          />
        )
      })}
    </div>
  )
}
