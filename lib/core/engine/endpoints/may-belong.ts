import type { SessionId } from '../../shared/ports/ids'
import type { EventDraft } from './endpoint'
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
