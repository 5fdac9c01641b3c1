import Link from 'next/link'
import { cn } from '@/lib/cn'
import type { FindingStatus } from '@/lib/core/finding'
import { VerdictCount } from '../ui/verdict-count'
import { type DetailTab, detailTabs } from './model/detail-selection'

const words: Record<DetailTab, string> = {
  overview: 'Overview',
  request: 'Request',
  response: 'Response',
  decoded: 'Decoded',
  checks: 'Checks',
}

interface DetailTabsProps {
  readonly chosen: DetailTab
  readonly hrefOf: (tab: DetailTab) => string
  readonly counts: Record<FindingStatus, number>
}

/** The faces of one exchange. Links, so that each has an address. */
export function DetailTabs({ chosen, hrefOf, counts }: DetailTabsProps) {
  return (
    <nav
      aria-label="Parts of the exchange"
      className="relative flex overflow-x-auto border-b border-line px-2 [scrollbar-width:none] md:gap-0.5 md:px-3"
    >
      {detailTabs.map((tab) => (
        <Link
          key={tab}
          href={hrefOf(tab)}
          scroll={false}
          prefetch={false}
          aria-current={tab === chosen ? 'page' : undefined}
          className={cn(
            'flex items-center gap-1.5 border-b-2 px-1.5 pt-2.5 pb-2 text-xs font-medium whitespace-nowrap focus-visible:-outline-offset-2 md:px-2.5 md:text-sm',
            tab === chosen ? 'border-accent-mark text-ink' : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {words[tab]}
          {tab === 'checks' && counts.fail > 0 && <VerdictCount status="fail" count={counts.fail} />}
          {tab === 'checks' && counts.warn > 0 && <VerdictCount status="warn" count={counts.warn} />}
        </Link>
      ))}
    </nav>
  )
}
