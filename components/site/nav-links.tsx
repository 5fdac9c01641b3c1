// Client: only the browser knows the current page after a navigation.
'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useRef } from 'react'
import { cn } from '@/lib/cn'
import { pageEntries } from '@/lib/pages'
import { ScoreboardLink } from '../scoreboard/scoreboard-link'
import { buttonClass } from '../ui/button-class'

const mainPages = pageEntries.flatMap(([name, { nav: label, path: href }]) =>
  label === undefined ? [] : [{ label, href, To: name === 'scoreboard' ? ScoreboardLink : Link }],
)

/** The main pages, the current one marked: a row, and on a phone a menu, which works without JavaScript. */
export function NavLinks() {
  const pathname = usePathname()
  const menu = useRef<HTMLDivElement>(null)
  // The document stays when the next page comes.
  const closeMenu = () => {
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover()
  }
  return (
    <nav aria-label="Main" className="flex items-center max-md:ml-auto md:self-stretch">
      <button type="button" popoverTarget="site-menu" className={buttonClass({}, 'md:hidden')}>
        Menu
      </button>
      <div id="site-menu" ref={menu} popover="auto" className="site-menu">
        {mainPages.map(({ label, href, To }) => {
          const open = href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`)
          return (
            <To
              key={href}
              href={href}
              // Each page is drawn for its request alone: all that a prefetch brings is the shape of the address, for two requests a link.
              prefetch={false}
              onClick={closeMenu}
              aria-current={open ? 'page' : undefined}
              className={cn(
                'flex items-center text-sm font-medium hover:text-ink max-md:min-h-11 max-md:rounded-sm max-md:px-3 md:border-y-2 md:border-transparent md:px-2.5',
                open ? 'text-ink max-md:bg-selected md:border-b-ink' : 'text-ink-2',
              )}
            >
              {label}
            </To>
          )
        })}
      </div>
    </nav>
  )
}
