import Link from 'next/link'
import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { BrandMark, ThemeSwitch } from './site-frame'
import { SiteNav } from './site-nav'

/** Header of every page. */
export function SiteHeader() {
  return (
    <header className="sticky top-0 z-20 flex h-(--bar) items-center gap-2 border-b border-line bg-surface px-4 md:gap-4 wide:gap-6 wide:px-6">
      <Link
        href={paths.start()}
        prefetch={false}
        className="flex min-h-6 items-center gap-2.5 font-semibold tracking-tight whitespace-nowrap"
      >
        <BrandMark />
        Wallet Capture
      </Link>
      <SiteNav />
      <div className="ml-auto flex max-md:order-last max-md:ml-0">
        <Link
          href={paths.docs()}
          prefetch={false}
          aria-label="Help"
          title="Help"
          className={buttonClass({ look: 'quiet' }, 'w-(--control-size) px-0! max-wide:hidden')}
        >
          ?
        </Link>
        <ThemeSwitch />
      </div>
    </header>
  )
}
