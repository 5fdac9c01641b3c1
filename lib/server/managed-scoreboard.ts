import type { InstallationParts } from '@/lib/core/ports'
import type { ScoreboardPorts } from '@/lib/core/scoreboard/scoreboard-ports'

/** The scoreboard's ports, plus what the server needs to know. */
export interface ManagedScoreboard extends ScoreboardPorts {
  /** Creates the built-in records of a fresh installation. */
  readonly seed: () => Promise<void>
  /** Whether what aggregates is up. Never throws, and answers within a second or so. */
  readonly parts: () => Promise<Pick<InstallationParts, 'temporal' | 'worker'>>
  readonly close: () => Promise<void>
}
