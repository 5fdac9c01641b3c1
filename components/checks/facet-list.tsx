import Link from 'next/link'
import { cn } from '@/lib/cn'
import { type CheckCatalogueTarget, paths } from '@/lib/paths'
import type { Facet } from './catalogue-filter'

interface FacetListProps {
  readonly title: string
  readonly name: 'group' | 'level' | 'spec' | 'effect'
  readonly facets: readonly Facet[]
  /** Number of checks when this facet is not set. */
  readonly total: number
  readonly target: CheckCatalogueTarget
  readonly words?: Readonly<Record<string, string>>
}

/** Filters for the catalogue, each with its number of checks. */
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
