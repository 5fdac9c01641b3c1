// Client: only the browser knows the current page after a navigation.
'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { cn } from '@/lib/cn'
import { paths } from '@/lib/paths'
import { ScoreboardLink } from '../scoreboard/scoreboard-link'

const pages = [
  { label: 'Start', href: paths.start() },
  { label: 'Scoreboard', href: paths.scoreboard() },
  { label: 'Checks', href: paths.checks() },
  { label: 'Ledger', href: paths.ledger() },
  { label: 'Docs', href: paths.docs() },
] as const

/** The main pages. The current one is underlined. */
export function NavLinks() {
  const pathname = usePathname()
  return (
    <nav aria-label="Main" className="flex self-stretch">
      {pages.map(({ label, href }) => {
        const open = href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`)
        const To = href === paths.scoreboard() ? ScoreboardLink : Link
        return (
          <To
            key={href}
            href={href}
            aria-current={open ? 'page' : undefined}
            className={cn(
              'flex items-center border-y-2 border-transparent px-[3px] text-xs font-medium max-[359px]:px-0.5 max-[359px]:tracking-tight md:px-2.5 md:text-sm hover:text-ink',
              open ? 'border-b-ink text-ink' : 'text-ink-2',
            )}
          >
            {label}
          </To>
        )
      })}
    </nav>
  )
}
