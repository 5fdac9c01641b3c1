import type { SessionId } from '@/lib/core/ids'
import type { Store } from '@/lib/core/ports'
import { withoutContent } from '@/lib/core/sessions/without-content'
import type { Commit, CommitOutcome, StoredExchange } from '@/lib/core/store-types'

/** Sessions whose count is kept at hand. */
const sessionsMax = 1000

/** Takes the content out of exchanges of sessions that have their bound of exchanges kept whole. */
export interface ExchangeBound {
  /** What is to be written of a commit. Throws StoreUnavailable. */
  apply(commit: Commit): Promise<Commit>
  /** Takes note of how the writing of such a commit ended; without an outcome nobody knows whether it was written. */
  written(commit: Commit, outcome: CommitOutcome | null): void
}

/**
 * Counts the exchanges of each session, so that no session can fill the disk or hold up those who read it. A count is
 * asked of storage once and kept in step with what this process writes.
 */
export function createExchangeBound(
  store: Pick<Store, 'exchangeCount'>,
  { wholeMax }: { readonly wholeMax: number },
): ExchangeBound {
  const counts = new Map<SessionId, number>()
  const asked = new Map<SessionId, Promise<number>>()

  const keep = (id: SessionId, count: number): void => {
    counts.delete(id)
    counts.set(id, count)
    if (counts.size > sessionsMax) for (const oldest of counts.keys()) return void counts.delete(oldest)
  }

  /** Makes the count of a session known. Requests that come together ask once. */
  const learn = async (id: SessionId): Promise<void> => {
    if (counts.has(id)) return
    const asking = asked.get(id) ?? store.exchangeCount(id).finally(() => asked.delete(id))
    asked.set(id, asking)
    const count = await asking
    if (!counts.has(id)) keep(id, count)
  }

  const bounded = (exchange: StoredExchange): StoredExchange => {
    if (exchange.sessionId === null) return exchange
    const count = (counts.get(exchange.sessionId) ?? 0) + 1
    keep(exchange.sessionId, count)
    return count > wholeMax ? withoutContent(exchange) : exchange
  }

  return {
    async apply(commit) {
      if (commit.session) keep(commit.session.sessionId, 0)
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
      // Storage is asked again where the count may be wrong.
      if (!isWritten) for (const id of sessionsOf(commit)) counts.delete(id)
      for (const effect of commit.effects) if (effect.type === 'bind') counts.delete(effect.sessionId)
    },
  }
}

const sessionsOf = ({ exchange, internal = [] }: Commit): ReadonlySet<SessionId> =>
  new Set([exchange, ...internal].flatMap((one) => (one?.sessionId ? [one.sessionId] : [])))
