import 'server-only'
import { cache } from 'react'
import type { IssuanceSessionView } from '@/lib/core/evidence/session-view'
import { evidence } from './evidence-access'

/** The read-back of a session, read once per request; `null` when no session has this id, or it may not be read. */
export const issuanceSession = cache(async (sessionId: string): Promise<IssuanceSessionView | null> => {
  return (await evidence())?.sessionView(sessionId) ?? null
})

/** A token that changes whenever the session's evidence changes; `null` as above. */
export async function issuanceRevision(sessionId: string): Promise<string | null> {
  return (await evidence())?.revision(sessionId) ?? null
}
