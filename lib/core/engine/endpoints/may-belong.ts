import type { SessionId } from '../../shared/ports/ids'
import type { EventDraft } from './decided'
import type { RequestContext } from './request-context'

/** Sessions that are told of one request. */
const sessionsMax = 8

/**
 * Tells each of several open sessions that a request may belong to it: nothing in the request says to which. Nobody is judged by
 * that, and each is told once. Nothing for fewer than two. Throws StoreUnavailable.
 */
export async function mayBelong(
  sessions: readonly SessionId[],
  operation: string,
  { ports: { store } }: Pick<RequestContext, 'ports'>,
): Promise<EventDraft[]> {
  if (sessions.length < 2) return []
  const drafts = await Promise.all(
    sessions.slice(0, sessionsMax).map(async (sessionId): Promise<EventDraft[]> => {
      const isTold = await store.hasEvent(sessionId, ['request_may_belong'])
      return isTold ? [] : [{ type: 'request_may_belong', detail: { operation }, sessionId }]
    }),
  )
  return drafts.flat()
}

/**
 * Tells a session that waits that a request most likely belongs to it, once. Its client is kept for the reading of the
 * session and shown to nobody. Throws StoreUnavailable.
 */
export async function likelyBelongs(
  sessionId: SessionId,
  operation: string,
  { ports: { store }, client }: Pick<RequestContext, 'ports' | 'client'>,
): Promise<EventDraft[]> {
  const isTold = await store.hasEvent(sessionId, ['request_may_belong'])
  return isTold ? [] : [{ type: 'request_may_belong', detail: { operation, likely: true, client }, sessionId }]
}
