import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { Icon } from './icon'

/** What happened and what to do about it, next to what it concerns. */
export function Note({ kind, children }: { readonly kind: 'information' | 'warning'; readonly children: ReactNode }) {
  return (
    <div
      className={cn(
        'grid grid-cols-[16px_minmax(0,1fr)] gap-2 rounded-md py-2 pr-3 pl-2.5 text-sm',
        kind === 'warning' ? 'bg-warn-soft text-warn-ink' : 'bg-sunk text-ink-2',
      )}
    >
      <Icon name={kind === 'warning' ? 'warn' : 'info'} className="mt-[3px] size-4" />
      <div>{children}</div>
    </div>
  )
}
