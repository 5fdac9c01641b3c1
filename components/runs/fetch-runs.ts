import { isObject } from '@/lib/core/ground/values/json'
import { parseRecent, type RecentSession } from '../start/recent-store'

/** A page of runs as the service lists them. */
export interface FetchedRuns {
  readonly rows: readonly RecentSession[]
  readonly next: string | null
  readonly examined: number
  /** Some of the rows are only announced, or failed ones may be missing. */
  readonly isPending: boolean
}

/** Reads rows of runs. Throws if they do not come. */
export async function fetchRuns(url: string): Promise<FetchedRuns> {
  const answer = await fetch(url)
  const body: unknown = await answer.json()
  if (!answer.ok || !isObject(body)) throw new Error(`Runs: ${answer.status}`)
  const { rows, next, examined, isPending } = body
  return {
    rows: parseRecent(JSON.stringify(rows)),
    next: typeof next === 'string' ? next : null,
    examined: typeof examined === 'number' ? examined : 0,
    isPending: isPending === true,
  }
}
