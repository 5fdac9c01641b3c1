import { LRUCache } from 'lru-cache'
import type { Clock } from '@/lib/core/shared/ports/ports'
import type { Commit, CommitOutcome } from '@/lib/core/shared/ports/store-types'
import type { Queries } from '../read/queries'
import type { Metrics } from './metrics'

/** A session is judged once no request came for so long. */
const quietMillis = 60_000
/** A session without a verdict that goes on is looked at again after so long. */
const againMillis = 600_000
/** Sessions that are watched, and known as counted. */
const watchedMax = 10_000
/** Sessions judged in one look, so that none takes long. */
const lookedMax = 10
const lookMillis = 15_000

/** Counts each session once, with its verdict when it has gone quiet. Reads nothing without metrics: nobody makes one then. */
export function createVerdictCounter(input: {
  readonly metrics: Pick<Metrics, 'sessionJudged' | 'checkFailed'>
  readonly views: Pick<Queries, 'issuance' | 'presentation'>
  readonly now: Clock
  readonly onFailure: (error: unknown) => void
}) {
  const { metrics, views, now, onFailure } = input
  /** When each session is due. */
  const watched = new LRUCache<string, number>({ max: watchedMax })
  const counted = new LRUCache<string, true>({ max: watchedMax })

  const judge = async (id: string): Promise<void> => {
    const issuance = await views.issuance.view(id)
    const view = issuance ?? (await views.presentation.view(id))
    if (view === null) return
    const { verdict } = view.checks.summary
    if (verdict === 'incomplete' && !view.outcome.over) {
      watched.set(id, now() + againMillis)
      return
    }
    counted.set(id, true)
    metrics.sessionJudged(issuance === null ? 'presentation' : 'issuance', verdict)
  }

  return {
    /** Learns of a commit. */
    written({ session, exchange, internal = [] }: Commit, outcome: CommitOutcome | null): void {
      if (outcome?.status !== 'committed') return
      for (const one of [exchange, ...internal])
        for (const { id, status } of one?.findings ?? []) if (status === 'fail') metrics.checkFailed(id)
      const id = session?.sessionId ?? exchange?.sessionId ?? null
      if (id !== null && !counted.has(id)) watched.set(id, now() + quietMillis)
    },
    /** Judges sessions that are due. */
    async look(): Promise<void> {
      const at = now()
      const due = [...watched.entries()].filter(([, dueAt]) => dueAt <= at).slice(0, lookedMax)
      for (const [id] of due) {
        watched.delete(id)
        try {
          await judge(id)
        } catch (error) {
          watched.set(id, now() + quietMillis)
          onFailure(error)
        }
      }
    },
    /** Looks every now and then, until the returned function is called. */
    start(): () => void {
      const timer = setInterval(() => void this.look(), lookMillis)
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}
