import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'

interface PanelProps {
  /** Id of the heading that names this region. */
  readonly labelledBy: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A named region on its own surface. */
export function Panel({ labelledBy, className, children }: PanelProps) {
  return (
    <section aria-labelledby={labelledBy} className={cn('min-w-0 rounded-md border border-line bg-surface', className)}>
      {children}
    </section>
  )
}

/** A part of a panel with its own heading. */
export function PanelPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line pt-3">
      <h3 className="text-sm">{title}</h3>
      {children}
    </div>
  )
}

interface FoldedPanelProps {
  /** Id of the heading. */
  readonly id: string
  readonly title: string
  /** Whether it is initially open; otherwise a link into it also opens it. */
  readonly open?: boolean
  readonly children: ReactNode
}

/** A collapsible panel, for pages that are many screens long on a phone. Works without JavaScript. */
export function FoldedPanel({ id, title, open = false, children }: FoldedPanelProps) {
  return (
    <Panel labelledBy={id}>
      <details open={open}>
        <summary className="chevron flex min-h-11 items-center px-4 py-2 hover:bg-hover">
          <h2 id={id} className="text-md">
            {title}
          </h2>
        </summary>
        {children}
      </details>
    </Panel>
  )
}
