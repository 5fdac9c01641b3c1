import 'server-only'
import type { CompactScoreboard } from '@/lib/core/scoreboard/rows/compact-scoreboard'
import { readCompactScoreboard, type ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { container } from '@/lib/server/container'
import { isUnavailable } from './is-unavailable'

/** The public rows as they are now. */
export interface Scoreboard {
  readonly rows: readonly ScoreboardRow[]
  /** RFC 3339, '' before the first aggregation. */
  readonly committedAt: string
  /** Names this state of the rows. */
  readonly etag: string
}

/** Cards of a sample. */
const sampleSize = 5

/** A random sample of named rows; none while storage is not responding. */
export async function scoreboardSample(): Promise<readonly ScoreboardRow[]> {
  const rows = ((await scoreboard())?.rows ?? []).filter(({ expand }) => expand.pipeline !== undefined)
  const places = new Set<number>()
  while (places.size < Math.min(sampleSize, rows.length)) places.add(Math.floor(Math.random() * rows.length))
  return [...places].flatMap((place) => rows[place] ?? [])
}

const decoded = new WeakMap<CompactScoreboard, readonly ScoreboardRow[]>()

/** Every public row; `null` while storage is not responding. Reads nothing that visitors could not read themselves. */
export async function scoreboard(): Promise<Scoreboard | null> {
  try {
    const { document, etag } = await container().ports.scoreboard.snapshot()
    const rows = decoded.get(document) ?? readCompactScoreboard(document)
    decoded.set(document, rows)
    return { rows, committedAt: document.committed_at, etag }
  } catch (error) {
    if (isUnavailable(error)) return null
    throw error
  }
}
