// Client: a page has several, and its title is all that the data of the page then holds of each.
'use client'

import type { ReactNode } from 'react'

/** One section of the detail pane. */
export function DetailSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line p-4">
      <h3 className="text-sm font-[550] tracking-normal text-ink-2">{title}</h3>
      {children}
    </div>
  )
}
