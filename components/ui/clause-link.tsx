// Client: keeps the RSC payload small; a page has many.
'use client'

import Link from 'next/link'
import { cn } from '@/lib/cn'
import type { ClauseReference } from '@/lib/queries/checks'
import { Icon } from './icon'

/** Link to a clause of a specification. */
export function ClauseLink({ clause, className }: { readonly clause: ClauseReference; readonly className?: string }) {
  // A rule of this service is on a page of its own.
  if (clause.url.startsWith('/'))
    return (
      <Link href={clause.url} prefetch={false} className={cn('link target text-sm', className)}>
        {clause.spec} · {clause.section}
      </Link>
    )
  return (
    <a href={clause.url} rel="noreferrer" target="_blank" className={cn('link target text-sm', className)}>
      {clause.spec} · {clause.section}
      <Icon name="external" className="ml-[3px] inline-block size-3 align-[-1px]" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
