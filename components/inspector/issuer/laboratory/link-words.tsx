// Client: only the browser knows whether it waits for the page that a link leads to.
'use client'

import { useLinkStatus } from 'next/link'

/** The words of a link, which say so while the page behind it is being read. */
export function LinkWords({ children }: { readonly children: string }) {
  const { pending } = useLinkStatus()
  return <span aria-live="polite">{pending ? 'Reading …' : children}</span>
}
