import type { ReactNode } from 'react'
import { Panel } from '../ui/panel'

interface FoldedPanelProps {
  /** Id of the heading. */
  readonly id: string
  readonly title: string
  /** Whether it is open at first; otherwise a link to something inside opens it too. */
  readonly open?: boolean
  readonly children: ReactNode
}

/** A panel that folds under its heading, for pages that are many screens long on a phone. Works without JavaScript. */
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
