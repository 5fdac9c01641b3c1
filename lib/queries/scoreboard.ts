import 'server-only'
import type { CompactScoreboard } from '@/lib/core/scoreboard/rows/compact-scoreboard'
import { readCompactInSteps, type ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import type { AggregationScheduler } from '@/lib/core/scoreboard/scheduler'
import { inTurns } from '@/lib/core/shared/time/pausable-work'
import { container } from '@/lib/server/container'
import { isUnavailable } from './is-unavailable'
import { nextTurn } from './next-turn'

/** The public rows as they are now. */
export interface Scoreboard {
  readonly rows: readonly ScoreboardRow[]
  /** RFC 3339, '' before the first aggregation. */
  readonly committedAt: string
  /** Identifies this state of the rows. */
  readonly etag: string
  /** Milliseconds without a refresh after which the rows are stale. */
  readonly staleMillis: number
}

const decoded = new WeakMap<CompactScoreboard, Promise<readonly ScoreboardRow[]>>()

/** Every public row; `null` while storage is not responding. Reads nothing that visitors could not read themselves. */
export async function scoreboard(): Promise<Scoreboard | null> {
  try {
    const { document, etag } = await container().ports.scoreboard.snapshot()
    // Thousands of rows would hold up everybody else.
    const reading = decoded.get(document) ?? inTurns(readCompactInSteps(document), nextTurn)
    decoded.set(document, reading)
    return {
      rows: await reading,
      committedAt: document.committed_at,
      etag,
      staleMillis: staleMillis(),
    }
  } catch (error) {
    if (isUnavailable(error)) return null
    throw error
  }
}

const staleByDefault = 24 * 60 * 60 * 1000
const staleMillisMin = 5 * 60 * 1000
const askAgainMillis = 60_000
/** How often an aggregation starts by itself: seconds, or `null` for never. */
type Interval = { readonly everySeconds: number | null }
const intervals = new WeakMap<AggregationScheduler, { readonly askedAt: number; known: Interval | null }>()

/**
 * How often an aggregation starts by itself; `null` while that is not known. A page never waits for Temporal: it uses what
 * is known.
 */
export function aggregationInterval(): Interval | null {
  const { now, scoreboard } = container().ports
  const { scheduler } = scoreboard
  const before = intervals.get(scheduler)
  if (before !== undefined && now() - before.askedAt < askAgainMillis) return before.known
  const asked = { askedAt: now(), known: before?.known ?? null }
  intervals.set(scheduler, asked)
  scheduler.list().then(
    (schedules) => {
      const [shortest = null] = schedules.flatMap(({ everySeconds, paused }) =>
        paused || everySeconds === 0 ? [] : everySeconds,
      )
      asked.known = { everySeconds: shortest }
    },
    // The health of Temporal is reported elsewhere.
    () => undefined,
  )
  return asked.known
}

/** Three times the shortest interval; one day without a schedule. */
function staleMillis(): number {
  const everySeconds = aggregationInterval()?.everySeconds ?? null
  return everySeconds === null ? staleByDefault : Math.max(staleMillisMin, 3000 * everySeconds)
}
