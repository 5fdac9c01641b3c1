import 'server-only'
import { z } from 'zod'
import type { ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { filterOf, isPipelinePath } from '@/lib/core/shared/ports/filter'
import { container } from '@/lib/server/container'
import { isUnavailable } from './is-unavailable'
import { scoreboard } from './scoreboard'
import { inTime } from './storage-away'

/** What a run came to: `uncounted` for one that ended without a result of the wallet. */
export type RunMark = 'passed' | 'failed' | 'uncounted'

/** A row with its last runs, the oldest first; none if its owner shows no results. */
export interface SampledRow {
  readonly row: ScoreboardRow
  readonly lastRuns: readonly RunMark[]
}

export interface SampleOfScoreboard {
  readonly rows: readonly SampledRow[]
  /** How many named rows there are. */
  readonly total: number
}

const cards = 4
const runsMax = 20

/** A random sample of named rows; `null` while storage is not responding. */
export async function scoreboardSample(): Promise<SampleOfScoreboard | null> {
  const board = await scoreboard()
  if (board === null) return null
  const named = board.rows.filter(({ expand }) => expand.pipeline !== undefined)
  const places = new Set<number>()
  while (places.size < Math.min(cards, named.length)) places.add(Math.floor(Math.random() * named.length))
  const rows = [...places].flatMap((place) => named[place] ?? [])
  return {
    rows: await Promise.all(rows.map(async (row) => ({ row, lastRuns: await lastRunsOf(row) }))),
    total: named.length,
  }
}

const zRuns = z.object({ items: z.array(z.object({ status: z.string(), infra: z.boolean() })) })

/** Read as any visitor may; empty if storage does not respond, for the card says enough without. */
async function lastRunsOf({ expand }: ScoreboardRow): Promise<RunMark[]> {
  const path = expand.pipeline?.path ?? ''
  if (!isPipelinePath(path)) return []
  const query = new URLSearchParams({
    filter: filterOf(['pipeline.path', '=', { path }], ['status', '!=', { word: 'running' }]),
    sort: '-started_at',
    perPage: String(runsMax),
    skipTotal: '1',
    fields: 'status,infra',
  })
  try {
    const { status, body } = await inTime(
      container().ports.scoreboard.readPublic('pipeline_results/records', `${query}`),
    )
    return status === 200 ? zRuns.parse(JSON.parse(body)).items.map(markOf).reverse() : []
  } catch (error) {
    if (isUnavailable(error)) return []
    throw error
  }
}

const markOf = ({ status, infra }: { readonly status: string; readonly infra: boolean }): RunMark => {
  if (status === 'completed') return 'passed'
  return !infra && (status === 'failed' || status === 'timed_out') ? 'failed' : 'uncounted'
}
