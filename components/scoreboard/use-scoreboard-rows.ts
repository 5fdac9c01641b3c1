import { useState } from 'react'
import useSWR from 'swr'
import type { CompactScoreboard } from '@/lib/core/scoreboard/rows/compact-scoreboard'
import { orderRows } from '@/lib/core/scoreboard/rows/order-rows'
import { readCompactScoreboard, type ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { paths } from '@/lib/paths'

/** Polling interval for new results, in milliseconds. */
const pollMillis = 15_000

interface LoadedRows {
  readonly etag: string
  readonly committedAt: string
  /** By name, so that rows with equal keys are sorted by name. */
  readonly rows: readonly ScoreboardRow[]
}

let last: LoadedRows | null = null

/** Asks whether the rows have changed; the browser sends the ETag of those it has. */
async function load(url: string): Promise<LoadedRows> {
  const response = await fetch(url, { cache: 'no-cache' })
  if (!response.ok) throw new Error(`The rows: ${response.status}`)
  const etag = (response.headers.get('etag') ?? '').replace(/^W\//, '')
  if (last?.etag === etag) return last
  const document = (await response.json()) as CompactScoreboard
  if (document.v !== 1) throw new Error('The rows come from a newer version. Reload the page.')
  const rows = orderRows(readCompactScoreboard(document), { by: 'name', descending: false })
  last = { etag, committedAt: document.committed_at, rows }
  return last
}

/**
 * All rows, once loaded. Newer ones wait until `showNewer` is called, so that nothing moves under the pointer; `etag`
 * identifies those that the page was rendered with.
 */
export function useScoreboardRows(etag: string) {
  const [shown, setShown] = useState<LoadedRows | null>(null)
  const [error, setError] = useState(false)
  const { data } = useSWR(paths.scoreboardRows(), load, {
    refreshInterval: pollMillis,
    refreshWhenHidden: false,
    revalidateOnFocus: true,
    compare: (a, b) => a?.etag === b?.etag,
    shouldRetryOnError: true,
    onError: () => setError(true),
    onSuccess: () => setError(false),
  })
  // Replace the rendered rows immediately if they are the same; show different ones only on request.
  const current = shown ?? (data?.etag === etag ? data : null)
  if (shown === null && current !== null) setShown(current)
  const newer = data !== undefined && data.etag !== (current?.etag ?? etag) ? data : null
  return {
    rows: current?.rows ?? null,
    lost: error,
    newer: newer !== null,
    showNewer: () => setShown(newer ?? current),
  }
}
