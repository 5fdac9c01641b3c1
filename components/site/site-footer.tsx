// Client: keeps the markup out of the RSC payload of every page.
'use client'

import { paths } from '@/lib/paths'

/** The footer of every page. */
export function SiteFooter() {
  return (
    <footer className="mt-12 border-t border-line pt-5 pb-8 text-sm text-ink-3">
      <div className="mx-auto flex max-w-[1680px] flex-wrap items-baseline gap-x-5 gap-y-1.5 px-4 md:px-6">
        <span>Synthetic data only. Evidence is redacted before it is stored.</span>
        <a className="link target text-ink-2" href={paths.api.trustAnchor()}>
          Test root certificate
        </a>
        <a className="link target text-ink-2" href={paths.verify()}>
          Verify a bundle
        </a>
        <a className="link target text-ink-2" href={paths.api.readiness()}>
          Status
        </a>
      </div>
    </footer>
  )
}
