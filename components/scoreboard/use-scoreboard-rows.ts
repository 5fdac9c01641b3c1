import { useEffect, useRef, useState } from 'react'
import type { CompactScoreboard } from '@/lib/core/scoreboard/rows/compact-scoreboard'
import { readCompactScoreboard, type ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { paths } from '@/lib/paths'

/** Polling interval for new results, in milliseconds. */
const pollMillis = 15_000

interface LoadedRows {
  readonly etag: string
  readonly committedAt: string
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
  last = { etag, committedAt: document.committed_at, rows: readCompactScoreboard(document) }
  return last
}

/**
 * All rows, once loaded. Newer ones wait until `showNewer` is called, so that nothing moves under the pointer; `first`
 * identifies the rows of the initial page. A single document needs no data-fetching library, and the page has a size
 * budget.
 */
export function useScoreboardRows(first: Pick<LoadedRows, 'etag' | 'committedAt'>) {
  const { etag } = first
  const [shown, setShown] = useState<LoadedRows | null>(null)
  const [error, setError] = useState(false)
  const [data, setData] = useState(last)
  const asking = useRef(false)
  const ask = async () => {
    if (asking.current) return
    asking.current = true
    try {
      setData(await load(paths.scoreboardRows()))
      setError(false)
    } catch {
      setError(true)
    } finally {
      asking.current = false
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ask` only reads what never changes
  useEffect(() => {
    const askWhenSeen = () => document.visibilityState === 'visible' && ask()
    void ask()
    const timer = setInterval(askWhenSeen, pollMillis)
    document.addEventListener('visibilitychange', askWhenSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', askWhenSeen)
    }
  }, [])
  // Replace the rendered rows immediately if they are the same; show different ones only on request.
  const current = shown ?? (data?.etag === etag ? data : null)
  if (shown === null && current !== null) setShown(current)
  const newer = data !== null && data.etag !== (current?.etag ?? etag) ? data : null
  return {
    rows: current?.rows ?? null,
    committedAt: current?.committedAt ?? first.committedAt,
    lost: error,
    retry: () => void ask(),
    newer: newer !== null,
    showNewer: () => setShown(newer ?? current),
  }
}
