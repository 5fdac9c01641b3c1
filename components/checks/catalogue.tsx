import Link from 'next/link'
import { cn } from '@/lib/cn'
import type { Level } from '@/lib/core/engine/checks/check'
import type { CheckGroup } from '@/lib/core/engine/checks/check-groups'
import { groupWords } from '@/lib/core/engine/checks/check-groups'
import { type CheckCatalogueTarget, paths } from '@/lib/paths'
import type { CatalogueCheck } from '@/lib/queries/checks'
import { ClauseLink } from '../ui/clause-link'
import { Icon } from '../ui/icon'
import { LevelWord } from '../ui/level'
import type { Facet, FacetName } from './catalogue-filter'

const levels = [
  ['must', 'MUST'],
  ['should', 'SHOULD'],
  ['info', 'INFO'],
] as const satisfies readonly (readonly [Level, string])[]

/** One collapsed area of the catalogue: its number of checks, linked to them. */
export function AreaRow({ group, checks }: { readonly group: CheckGroup; readonly checks: readonly CatalogueCheck[] }) {
  const counts = levels
    .map(([level, word]) => [checks.filter((check) => check.level === level).length, word] as const)
    .filter(([count]) => count > 0)
  return (
    <h2 id={`group-${group}`} className="border-t border-line text-sm font-normal tracking-normal">
      <Link
        href={paths.checks({ group })}
        prefetch={false}
        scroll={false}
        className="grid min-h-11 grid-cols-[16px_minmax(0,1fr)] items-center gap-x-3 gap-y-0.5 px-4 py-2 hover:bg-hover md:grid-cols-[16px_minmax(0,1fr)_auto]"
      >
        <Icon name="right" className="size-4 text-ink-3" />
        <span className="font-[550]">{groupWords[group].long}</span>
        <span className="flex flex-wrap gap-x-3 text-xs text-ink-2 tabular-nums max-md:col-start-2">
          <span>{checks.length === 1 ? '1 check' : `${checks.length} checks`}</span>
          {counts.map(([count, word]) => (
            <span key={word} className="text-ink-3">
              {count} {word}
            </span>
          ))}
        </span>
      </Link>
    </h2>
  )
}

interface CatalogueRowProps {
  readonly check: CatalogueCheck
  /** Whether it says how many misbehaviours break the check. */
  readonly countsMisbehaviours: boolean
}

/** One check; the title links to its page. */
export function CatalogueRow({ check, countsMisbehaviours }: CatalogueRowProps) {
  const [clause] = check.clauses
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 border-t border-line px-4 py-2 text-sm wide:grid-cols-[minmax(0,1fr)_62px_206px_150px]">
      <div className="max-wide:col-span-2">
        <Link href={paths.check(check.id)} prefetch={false} className="target font-medium hover:underline">
          {check.title}
        </Link>
        <p className="text-xs text-ink-3 [overflow-wrap:anywhere]">
          <span className="wire">{check.id}</span>
          {check.reasons.length > 1 && `, ${check.reasons.length} reasons`}
          {countsMisbehaviours &&
            `, ${check.misbehaviours} ${check.misbehaviours === 1 ? 'misbehaviour' : 'misbehaviours'}`}
        </p>
      </div>
      <LevelWord level={check.level} className="max-wide:order-last" />
      <span>{clause && <ClauseLink clause={clause} />}</span>
      <span className="text-ink-2 max-wide:hidden">
        {check.rejects === null ? (
          'Log only'
        ) : (
          <>
            {check.rejectsOnlyUnder === 'haip' ? 'Rejects under HAIP' : 'Rejects'}: {check.rejects}
          </>
        )}
      </span>
    </li>
  )
}

interface FacetListProps {
  readonly title: string
  readonly name: FacetName
  readonly facets: readonly Facet[]
  /** Number of checks without this facet. */
  readonly total: number
  readonly target: CheckCatalogueTarget
  readonly words?: Readonly<Record<string, string>>
}

/** One facet of the catalogue filter, with the number of checks per value. */
export function FacetList({ title, name, facets, total, target, words = {} }: FacetListProps) {
  const row = (value: string | undefined, label: string, count: number) => {
    const chosen = (target[name] ?? '') === (value ?? '')
    return (
      <li key={label}>
        <Link
          href={paths.checks({ ...target, [name]: value })}
          prefetch={false}
          scroll={false}
          aria-current={chosen ? 'true' : undefined}
          className={cn(
            '-mx-2 flex min-h-[26px] items-center gap-2 rounded-sm px-2 py-[3px]',
            chosen ? 'bg-selected font-[550] text-ink' : 'text-ink-2 hover:bg-hover',
          )}
        >
          {label}
          <span className="ml-auto font-normal text-ink-3 tabular-nums">{count}</span>
        </Link>
      </li>
    )
  }
  return (
    <nav aria-label={title}>
      <h2 className="mb-1 text-xs font-[550] tracking-normal text-ink-3">{title}</h2>
      <ul>
        {row(undefined, 'All', total)}
        {facets.map(({ value, count }) => row(value, words[value] ?? value, count))}
      </ul>
    </nav>
  )
}
