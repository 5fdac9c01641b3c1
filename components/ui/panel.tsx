import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'

interface PanelProps {
  /** Id of the heading inside that names this region. */
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
