// Client: the list of recent sessions is kept in this browser and nowhere else.
'use client'

import { useEffect } from 'react'
import { type RecentSession, remember } from '../start/recent-store'

/** Notes the session, as it stands, among the recent ones of this browser. Shows nothing. */
export function RememberSession(session: RecentSession) {
  const { sessionId, kind = 'issuance', title, createdAt, tone, words } = session
  useEffect(() => {
    remember({ sessionId, kind, title, createdAt, tone, words })
  }, [sessionId, kind, title, createdAt, tone, words])
  return null
}
