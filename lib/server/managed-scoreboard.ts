import type { ScoreboardPorts } from '@/lib/core/scoreboard/scoreboard-ports'

/** The scoreboard's ports with what the server needs to know beside them. */
export interface ManagedScoreboard extends ScoreboardPorts {
  /** Makes the built-in records of a fresh installation. */
  readonly seed: () => Promise<void>
  readonly close: () => Promise<void>
}
