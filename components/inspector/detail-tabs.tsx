import Link from 'next/link'
import { cn } from '@/lib/cn'
import type { FindingStatus } from '@/lib/core/finding'
import { VerdictCount } from '../ui/verdict-count'
import type { DetailTab } from './model/flow-model'

interface DetailTabsProps {
  readonly tabs: readonly DetailTab[]
  /** Id of the one that is shown. */
  readonly chosen: string
  readonly hrefOf: (tab: string) => string
  readonly counts: Record<FindingStatus, number>
}

/** The tabs of one exchange. They are links, so each has a URL. */
export function DetailTabs({ tabs, chosen, hrefOf, counts }: DetailTabsProps) {
  return (
    <nav
      aria-label="Parts of the exchange"
      className="sticky top-(--bar) z-10 flex overflow-x-auto rounded-t-md border-b border-line bg-surface px-2 [scrollbar-width:none] md:gap-0.5 md:px-3 wide:top-0"
    >
      {tabs.map(({ id, label }) => (
        <Link
          key={id}
          href={hrefOf(id)}
          scroll={false}
          prefetch={false}
          aria-current={id === chosen ? 'page' : undefined}
          className={cn(
            'detail-tab',
            id === chosen ? 'border-accent-mark text-ink' : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {label}
          {id === 'checks' && counts.fail > 0 && <VerdictCount status="fail" count={counts.fail} />}
          {id === 'checks' && counts.warn > 0 && <VerdictCount status="warn" count={counts.warn} />}
        </Link>
      ))}
    </nav>
  )
}
