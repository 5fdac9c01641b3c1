// Client: polls the revision of a workbench while the page is visible, and rerenders on the server when it changed.
'use client'

import { useRevision } from '../inspector/live-refresh'

interface WorkbenchRefreshProps {
  readonly revisionUrl: string
  /** Revision shown by this page. */
  readonly revision: string
  /** The newest row in words, announced when it changes. */
  readonly newest: string
}

/** Keeps the list of a workbench up to date, once a second but not while it is hidden. */
export function WorkbenchRefresh({ revisionUrl, revision, newest }: WorkbenchRefreshProps) {
  useRevision(revisionUrl, revision)
  return (
    <span role="status" className="sr-only">
      {newest}
    </span>
  )
}
