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
      staleMillis: staleMillis(container().ports.scoreboard.scheduler),
    }
  } catch (error) {
    if (isUnavailable(error)) return null
    throw error
  }
}

const staleByDefault = 24 * 60 * 60 * 1000
const staleMillisMin = 5 * 60 * 1000
const askAgainMillis = 60_000
const intervals = new WeakMap<AggregationScheduler, { readonly askedAt: number; millis: number }>()

/**
 * Three times the shortest interval; one day without a schedule. A page never waits for Temporal: it uses what is
 * known.
 */
function staleMillis(scheduler: AggregationScheduler): number {
  const known = intervals.get(scheduler)
  const now = container().ports.now()
  if (known !== undefined && now - known.askedAt < askAgainMillis) return known.millis
  const asked = { askedAt: now, millis: known?.millis ?? staleByDefault }
  intervals.set(scheduler, asked)
  scheduler.list().then(
    (schedules) => {
      const [shortest] = schedules.flatMap(({ everySeconds, paused }) =>
        paused || everySeconds === 0 ? [] : everySeconds,
      )
      asked.millis = shortest === undefined ? staleByDefault : Math.max(staleMillisMin, 3000 * shortest)
    },
    // The health of Temporal is reported elsewhere.
    () => undefined,
  )
  return asked.millis
}
