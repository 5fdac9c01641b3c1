import { useState } from 'react'
import useSWR from 'swr'
import type { CompactScoreboard } from '@/lib/core/scoreboard/rows/compact-scoreboard'
import { readCompactScoreboard, type ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { paths } from '@/lib/paths'
import { pollEvery } from '../ui/poll-every'

/** Polling interval for new results, in milliseconds. */
const pollMillis = 15_000

interface LoadedRows {
  readonly etag: string
  readonly committedAt: string
  readonly rows: readonly ScoreboardRow[]
}

/** The newest rows that came: a document that has not changed is not read again. */
let last: LoadedRows | null = null

/** Asks whether the rows have changed; the browser sends the ETag of those it has. */
async function load(url: string): Promise<LoadedRows> {
  const response = await fetch(url, { cache: 'no-cache' })
  if (!response.ok) throw new Error(`The rows: ${response.status}`)
  const etag = (response.headers.get('etag') ?? '').replace(/^W\//, '')
  if (last?.etag === etag) return last
  const document = (await response.json()) as CompactScoreboard
  if (document.v !== 2) throw new Error('The rows come from a newer version. Reload the page.')
  last = { etag, committedAt: document.committed_at, rows: readCompactScoreboard(document) }
  return last
}

/**
 * All rows, once they have come. Newer ones wait until `showNewer` is called, so that nothing moves under a pointer; `first`
 * names those that the page came with.
 */
export function useScoreboardRows(first: Pick<LoadedRows, 'etag' | 'committedAt'>) {
  const { etag } = first
  const [shown, setShown] = useState<LoadedRows | null>(null)
  const { data, error, mutate } = useSWR(paths.scoreboardRows(), load, {
    ...pollEvery(pollMillis),
    // By default thousands of rows would be compared one by one.
    compare: Object.is,
  })
  // Replace the rendered rows immediately if they are the same; show different ones only on request.
  const current = shown ?? (data?.etag === etag ? data : null)
  if (shown === null && current !== null) setShown(current)
  const newer = data !== undefined && data.etag !== (current?.etag ?? etag) ? data : null
  return {
    rows: current?.rows ?? null,
    committedAt: current?.committedAt ?? first.committedAt,
    lost: error !== undefined,
    retry: () => void mutate(),
    newer: newer !== null,
    showNewer: () => setShown(newer ?? current),
  }
}
