// Client: keeps markup out of the RSC payload of every page; only the browser knows the current page.
'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { cn } from '@/lib/cn'
import { type PageGroup, pageEntries } from '@/lib/pages'
import { ScoreboardLink } from '../scoreboard/scoreboard-link'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { closeAfterChoice } from '../ui/popover'

interface NavPage {
  readonly label: string
  readonly href: string
  readonly To: typeof ScoreboardLink | typeof Link
}

const pagesOf = (wanted: PageGroup): readonly NavPage[] =>
  pageEntries.flatMap(([name, { group, label, path: href }]) =>
    group === wanted && label !== undefined ? [{ label, href, To: name === 'scoreboard' ? ScoreboardLink : Link }] : [],
  )

const mainPages = pagesOf('main')

const reference = [
  { title: 'Read', pages: pagesOf('read') },
  { title: 'Tools', pages: pagesOf('tools') },
  { title: 'Run it', pages: pagesOf('run') },
] as const

const isAt = (href: string, pathname: string) =>
  href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`)

/** The page of the navigation that is open, or that a page below it is; `undefined` for any other. */
const openPage = (pathname: string): string | undefined =>
  [...mainPages, ...reference.flatMap(({ pages }) => pages)]
    .map(({ href }) => href)
    .filter((href) => isAt(href, pathname))
    .sort((one, other) => other.length - one.length)[0]

/**
 * Main navigation with the current page marked. What is read more rarely is behind “Reference”, and on a phone all is
 * behind “Menu”: popovers, which the browser opens and closes without JavaScript too.
 */
export function SiteNav() {
  const pathname = usePathname()
  const open = openPage(pathname)
  const isFurther = open !== undefined && mainPages.every(({ href }) => href !== open)
  return (
    <nav aria-label="Main" className="flex items-center max-md:ml-auto md:self-stretch">
      <button type="button" popoverTarget="site-menu" className={buttonClass({}, 'md:hidden')}>
        Menu
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears of clicks on the links inside. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click. */}
      <div id="site-menu" popover="auto" className="site-menu" onClick={closeAfterChoice}>
        <div className="max-md:grid max-md:grid-cols-2 md:flex">
          {mainPages.map((page) => (
            <NavLink key={page.href} {...page} isOpen={page.href === open} className={mainLook(page.href === open)} />
          ))}
        </div>
        <button type="button" popoverTarget="site-reference" className={cn('gap-1 max-md:hidden', mainLook(isFurther))}>
          Reference
          <Icon name="down" />
        </button>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
        <div id="site-reference" popover="auto" className="site-reference" onClick={closeAfterChoice}>
          {reference.map(({ title, pages }) => (
            <div key={title}>
              <p className="px-3 pt-2 pb-1 text-xs text-ink-3">{title}</p>
              <ul aria-label={title} className="grid max-md:grid-cols-2">
                {pages.map((page) => (
                  <li key={page.href}>
                    <NavLink
                      {...page}
                      isOpen={page.href === open}
                      className={cn(
                        'flex min-h-(--nav-row) items-center rounded-sm px-3 text-sm hover:bg-hover hover:text-ink',
                        page.href === open ? 'bg-selected text-ink' : 'text-ink-2',
                      )}
                    />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </div>
    </nav>
  )
}

/** A place in the bar; on a phone a row of the menu. */
const mainLook = (isOpen: boolean): string =>
  cn(
    'flex items-center text-sm font-medium hover:text-ink max-md:min-h-(--nav-row) max-md:rounded-sm max-md:px-3 md:border-y-2 md:border-transparent md:px-2.5',
    isOpen ? 'text-ink max-md:bg-selected md:border-b-ink' : 'text-ink-2',
  )

interface NavLinkProps extends NavPage {
  readonly isOpen: boolean
  readonly className: string
}

function NavLink({ label, href, To, isOpen, className }: NavLinkProps) {
  return (
    // Pages are rendered per request: a prefetch would only fetch the route's shape, at two requests per link.
    <To href={href} prefetch={false} aria-current={isOpen ? 'page' : undefined} className={className}>
      {label}
    </To>
  )
}
