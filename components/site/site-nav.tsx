// Client: keeps markup out of the RSC payload of every page; only the browser knows the current page.
'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
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
  const link = ({ label, href, To }: NavPage) => (
    // Pages are rendered per request: a prefetch would only fetch the route's shape, at two requests per link.
    <To key={href} href={href} prefetch={false} aria-current={href === open ? 'page' : undefined}>
      {label}
    </To>
  )
  return (
    <nav aria-label="Main" className="flex items-center max-md:ml-auto md:self-stretch">
      <button type="button" popoverTarget="site-menu" className={buttonClass({}, 'md:hidden')}>
        Menu
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears of clicks on the links inside. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click. */}
      <div id="site-menu" popover="auto" className="site-menu" onClick={closeAfterChoice}>
        <div>{mainPages.map(link)}</div>
        <button type="button" popoverTarget="site-reference" aria-current={isFurther || undefined}>
          Reference
          <Icon name="down" />
        </button>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
        <div id="site-reference" popover="auto" className="site-reference" onClick={closeAfterChoice}>
          {reference.map(({ title, pages }) => (
            // biome-ignore lint/a11y/useSemanticElements: it groups links, not form fields
            <div key={title} role="group" aria-label={title}>
              <p>{title}</p>
              {pages.map(link)}
            </div>
          ))}
        </div>
      </div>
    </nav>
  )
}
