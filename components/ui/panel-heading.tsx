// Client: keeps the RSC payload small; a page has several.
'use client'

import type { ReactNode } from 'react'

interface PanelHeadingProps {
  readonly id: string
  readonly title: ReactNode
  /** A few words beside the title. */
  readonly aside?: ReactNode
  /** Controls at the far end. */
  readonly actions?: ReactNode
}

export function PanelHeading({ id, title, aside, actions }: PanelHeadingProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5">
      <h2 id={id} className="text-sm">
        {title}
      </h2>
      {aside !== undefined && <span className="text-xs text-ink-3">{aside}</span>}
      {actions !== undefined && <div className="ml-auto flex items-center gap-2">{actions}</div>}
    </div>
  )
}
