// Client: keeps the RSC payload small.
'use client'

import Link from 'next/link'
import { cn } from '@/lib/cn'
import { VerdictCount } from '../ui/verdict-count'
import type { DetailTab } from './model/flow-model'

interface DetailTabsProps {
  readonly tabs: readonly (DetailTab & { readonly href: string })[]
  /** Id of the selected tab. */
  readonly chosen: string
  /** Number of failed checks of the exchange, and of those with a warning. */
  readonly fail: number
  readonly warn: number
}

/** The tabs of one exchange. They are links, so each has a URL. */
export function DetailTabs({ tabs, chosen, fail, warn }: DetailTabsProps) {
  return (
    <nav
      aria-label="Parts of the exchange"
      className="sticky top-(--bar) z-10 flex overflow-x-auto rounded-t-md border-b border-line bg-surface px-2 [scrollbar-width:none] md:gap-0.5 md:px-3 wide:top-0"
    >
      {tabs.map(({ id, label, href }) => (
        <Link
          key={id}
          href={href}
          scroll={false}
          prefetch={false}
          aria-current={id === chosen ? 'page' : undefined}
          className={cn(
            'detail-tab',
            id === chosen ? 'border-accent-mark text-ink' : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {label}
          {id === 'checks' && fail > 0 && <VerdictCount status="fail" count={fail} />}
          {id === 'checks' && warn > 0 && <VerdictCount status="warn" count={warn} />}
        </Link>
      ))}
    </nav>
  )
}
