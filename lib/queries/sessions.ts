import 'server-only'
import { cache } from 'react'
import type { IssuanceSessionView } from '@/lib/core/evidence/session-view'
import type { Inspection } from '@/lib/server/queries'
import { evidence } from './evidence-access'

/** The read-back of a session; `null` when no session has this id, or it may not be read. */
export async function issuanceSession(sessionId: string): Promise<IssuanceSessionView | null> {
  return (await evidence())?.sessionView(sessionId) ?? null
}

/** A session with its revision, read once a drawing; `null` as above. */
export const issuanceInspection = cache(async (sessionId: string): Promise<Inspection | null> => {
  return (await evidence())?.inspection(sessionId) ?? null
})

/** A token that changes whenever the session's evidence changes; `null` as above. */
export async function issuanceRevision(sessionId: string): Promise<string | null> {
  return (await evidence())?.revision(sessionId) ?? null
}
