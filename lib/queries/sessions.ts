import 'server-only'
import { connection } from 'next/server'
import { cache } from 'react'
import type { IssuanceSessionView } from '@/lib/core/evidence/session-view'
import { container } from '@/lib/server/container'

/** The read-back of an issuance session, read once per request; `null` when no session has this id. */
export const issuanceSession = cache(async (sessionId: string): Promise<IssuanceSessionView | null> => {
  await connection()
  return container().queries.sessionView(sessionId)
})

/** A token that changes whenever the session's evidence changes; `null` when no session has this id. */
export async function issuanceRevision(sessionId: string): Promise<string | null> {
  await connection()
  return container().queries.revision(sessionId)
}
