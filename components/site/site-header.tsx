import Link from 'next/link'
import { paths } from '@/lib/paths'
import { BrandMark, NavLinks, ThemeSwitch } from './site-frame'

/** Header of every page. */
export function SiteHeader() {
  return (
    <header className="sticky top-0 z-20 flex h-(--bar) items-center gap-2 border-b border-line bg-surface px-4 md:gap-6 md:px-6">
      <Link
        href={paths.start()}
        prefetch={false}
        className="flex min-h-6 items-center gap-2.5 font-semibold tracking-tight whitespace-nowrap"
      >
        <BrandMark />
        Wallet Capture
      </Link>
      <NavLinks />
      <div className="ml-auto max-md:order-last max-md:ml-0">
        <ThemeSwitch />
      </div>
    </header>
  )
}
