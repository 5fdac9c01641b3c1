import type { ReactNode } from 'react'

/** A part of a panel under a heading of its own. */
export function PanelPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line pt-3">
      <h3 className="text-sm">{title}</h3>
      {children}
    </div>
  )
}
