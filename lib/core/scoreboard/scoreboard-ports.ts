import type { AggregationScheduler } from './scheduler'
import type { ScoreboardStore } from './scoreboard-store'

/** What the scoreboard's endpoints need beside the common ports. */
export interface ScoreboardPorts {
  readonly store: ScoreboardStore
  readonly scheduler: AggregationScheduler
  /** Unpacks gzip, at most `bytesMax` bytes of it. */
  readonly gunzip: (bytes: Uint8Array, bytesMax: number) => Uint8Array | 'too_large' | 'malformed'
  /**
   * Reads the public records as a visitor without any token does. `path` begins with the collection. Throws
   * StoreUnavailable.
   */
  readonly readPublic: (
    path: string,
    query: string | null,
  ) => Promise<{ readonly status: number; readonly body: string }>
}
