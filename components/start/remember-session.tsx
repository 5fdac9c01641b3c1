// Client: writes to the storage of this browser. Apart from the list, which pages of sessions need not fetch.
'use client'

import { useEffect } from 'react'
import { parseRecent, type RecentSession, remember } from './recent-store'

/** Adds the session in its current state to this browser's recent sessions. Renders nothing. */
export function RememberSession(session: RecentSession) {
  // Props are a new object on every render: compare the JSON to detect changes.
  const text = JSON.stringify(session)
  useEffect(() => {
    const [same] = parseRecent(`[${text}]`)
    if (same !== undefined) remember(same)
  }, [text])
  return null
}
