// Client: the list of recent sessions is kept in this browser and nowhere else.
'use client'

import { useEffect } from 'react'
import { parseRecent, type RecentSession, remember } from '../start/recent-store'

/** Notes the session, as it stands, among the recent ones of this browser. Shows nothing. */
export function RememberSession(session: RecentSession) {
  // An object of its own in every drawing: its text tells whether anything changed.
  const text = JSON.stringify(session)
  useEffect(() => {
    const [same] = parseRecent(`[${text}]`)
    if (same !== undefined) remember(same)
  }, [text])
  return null
}
