import type { ScoreboardPorts } from '@/lib/core/scoreboard/scoreboard-ports'
import type { InstallationParts } from '@/lib/core/shared/ports/ports'

/** The scoreboard's ports, with what the server needs besides. */
export interface ManagedScoreboard extends ScoreboardPorts {
  /** Creates the built-in records of a fresh installation. */
  readonly seed: () => Promise<void>
  /** Whether aggregations can run. Never throws, and answers within about a second. */
  readonly parts: () => Promise<Pick<InstallationParts, 'temporal' | 'worker'>>
  readonly close: () => Promise<void>
}
