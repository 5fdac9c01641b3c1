import { checkGroups } from '@/lib/core/engine/checks/check-groups'
import { countStatuses } from '@/lib/core/engine/evidence/summarise'
import type { HrefOf, InspectorTarget } from '@/lib/paths'
import { stripText } from '../ui/strip-text'
import { type JudgedCheck, withOpen } from './model/judged-check'
import { SpectrumPart, StripLegend } from './spectrum-part'

interface CheckSpectrumProps {
  readonly checks: readonly JudgedCheck[]
  readonly hrefOf: HrefOf
  readonly target: InspectorTarget
}

/**
 * Strip of the whole session, one part per group, each linked to its checks. Groups that do not apply are only counted,
 * so that the rest fit on one row of a desktop screen.
 */
export function CheckSpectrum({ checks, hrefOf, target }: CheckSpectrumProps) {
  const all = checkGroups
    .map((group) => ({ group, members: checks.filter((check) => check.group === group) }))
    .filter(({ members }) => members.length > 0)
  const groups = all.filter(({ members }) => members.some(({ status }) => status !== 'not_applicable'))
  const beside = all.length - groups.length
  const quiet = groups.filter(
    ({ members }) => !members.some(({ status }) => status === 'fail' || status === 'warn'),
  ).length
  return (
    <>
      <div className="flex flex-wrap gap-x-3.5 gap-y-2 px-4 py-2.5 wide:gap-x-2.5">
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
        {quiet > 0 && (
          <p className="self-end text-xs text-ink-2 md:hidden">
            {quiet === groups.length
              ? 'Nothing failed. All checks are listed below.'
              : `Nothing failed in ${quiet} other ${quiet === 1 ? 'group' : 'groups'}, listed below`}
          </p>
        )}
      </div>
      <StripLegend
        more={beside > 0 ? `${beside} ${beside === 1 ? 'group does' : 'groups do'} not apply, listed below` : ''}
      />
    </>
  )
}
