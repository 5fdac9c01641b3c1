// Client: keeps the RSC payload small; a page has several.
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
