import Link from 'next/link'
import type { Level } from '@/lib/core/engine/checks/check'
import type { CheckGroup } from '@/lib/core/engine/checks/check-groups'
import { groupWords } from '@/lib/core/engine/checks/group-words'
import { paths } from '@/lib/paths'
import type { CatalogueCheck } from '@/lib/queries/checks'
import { Icon } from '../ui/icon'

const levels = [
  ['must', 'MUST'],
  ['should', 'SHOULD'],
  ['info', 'INFO'],
] as const satisfies readonly (readonly [Level, string])[]

/** One area of the catalogue, collapsed: the number of its checks, with a link to them. */
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
