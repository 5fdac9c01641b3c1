import { type EpochMillis, epochMillis, toIso } from '../../shared/time/time'
import { successRate } from './row-words'

/** The counts of a pipeline at the end of a day on which they changed. `day`: `YYYY-MM-DD`, UTC. */
export interface DayOfRuns {
  readonly day: string
  readonly total_runs: number
  readonly total_successes: number
}

/** The rate at the end of a day. */
export interface TrendPoint {
  readonly day: string
  readonly rate: number
  readonly runs: number
  readonly successes: number
}

/** Length of a trend in days, including today. */
export const trendDays = 90
const dayMillis = 24 * 60 * 60 * 1000
const dayOf = (at: EpochMillis): string => toIso(at).slice(0, 10)

/**
 * The rate on each of the last 90 days, from the first day with data. A day without a change repeats the day before.
 */
export function trendOf(history: readonly DayOfRuns[], now: EpochMillis): readonly TrendPoint[] {
  const known = [...history].sort((a, b) => (a.day < b.day ? -1 : 1))
  const points: TrendPoint[] = []
  let next = 0
  let current: DayOfRuns | undefined
  for (let back = trendDays - 1; back >= 0; back--) {
    const day = dayOf(epochMillis(now - back * dayMillis))
    for (let found = known[next]; found !== undefined && found.day <= day; found = known[++next]) current = found
    if (current === undefined) continue
    const { total_runs: runs, total_successes: successes } = current
    points.push({ day, rate: successRate(runs, successes), runs, successes })
  }
  return points
}
