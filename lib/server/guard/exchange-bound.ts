import { LRUCache } from 'lru-cache'
import { withoutContent } from '@/lib/core/engine/sessions/without-content'
import type { SessionId } from '@/lib/core/shared/ports/ids'
import type { Store } from '@/lib/core/shared/ports/store'
import type { Commit, CommitOutcome, StoredExchange } from '@/lib/core/shared/ports/store-types'

/** Maximum number of sessions whose count is cached. */
const sessionsMax = 1000

/** Drops the content of exchanges beyond a session's maximum of complete ones. */
export interface ExchangeBound {
  /** True once a session has its maximum number of exchanges. Throws StoreUnavailable. */
  isFull(session: SessionId): Promise<boolean>
  /** The commit to write. Throws StoreUnavailable. */
  apply(commit: Commit): Promise<Commit>
  /** Reports the outcome of writing such a commit; no outcome means that it may or may not have been written. */
  written(commit: Commit, outcome: CommitOutcome | null): void
}

/**
 * Counts the exchanges of each session, so that no session can fill the disk or slow down its readers. A count is read
 * from storage once and then updated with what this process writes. It is separate from the session's other cached
 * state: a commit takes its number before it is written, so two concurrent commits get two numbers, and neither may
 * invalidate the count.
 */
export function createExchangeBound(
  store: Pick<Store, 'exchangeCount'>,
  { wholeMax, max }: { readonly wholeMax: number; readonly max: number },
): ExchangeBound {
  const counts = new LRUCache<SessionId, number>({ max: sessionsMax })
  const asked = new Map<SessionId, Promise<number>>()

  /** Loads the count of a session. Concurrent requests ask once. */
  const learn = async (id: SessionId): Promise<void> => {
    if (counts.has(id)) return
    const asking = asked.get(id) ?? store.exchangeCount(id).finally(() => asked.delete(id))
    asked.set(id, asking)
    const count = await asking
    if (!counts.has(id)) counts.set(id, count)
  }

  const bounded = (exchange: StoredExchange): StoredExchange => {
    if (exchange.sessionId === null) return exchange
    const count = (counts.get(exchange.sessionId) ?? 0) + 1
    counts.set(exchange.sessionId, count)
    return count > wholeMax ? withoutContent(exchange) : exchange
  }

  return {
    async isFull(id) {
      await learn(id)
      return (counts.get(id) ?? 0) >= max
    },
    async apply(commit) {
      if (commit.session) counts.set(commit.session.sessionId, 0)
      for (const id of sessionsOf(commit)) await learn(id)
      const { exchange, internal } = commit
      return {
        ...commit,
        ...(exchange === undefined ? {} : { exchange: bounded(exchange) }),
        ...(internal === undefined ? {} : { internal: internal.map(bounded) }),
      }
    },
    written(commit, outcome) {
      const isWritten = outcome?.status === 'committed'
      // If the count may be wrong, it is read from storage again.
      if (!isWritten) for (const id of sessionsOf(commit)) counts.delete(id)
      for (const effect of commit.effects) if (effect.type === 'bind') counts.delete(effect.sessionId)
    },
  }
}

const sessionsOf = ({ exchange, internal = [] }: Commit): ReadonlySet<SessionId> =>
  new Set([exchange, ...internal].flatMap((one) => (one?.sessionId ? [one.sessionId] : [])))
