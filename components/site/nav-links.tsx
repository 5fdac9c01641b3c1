// Client: only the browser knows the current page after a navigation.
'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { cn } from '@/lib/cn'
import { pageEntries } from '@/lib/pages'
import { ScoreboardLink } from '../scoreboard/scoreboard-link'

const mainPages = pageEntries.flatMap(([name, { nav: label, path: href }]) =>
  label === undefined ? [] : [{ label, href, To: name === 'scoreboard' ? ScoreboardLink : Link }],
)

/** The main pages. The current one is underlined. */
export function NavLinks() {
  const pathname = usePathname()
  return (
    <nav aria-label="Main" className="flex self-stretch">
      {mainPages.map(({ label, href, To }) => {
        const open = href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`)
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
