import { byEntityKind } from '@/lib/core/scoreboard/rows/compact-scoreboard'
import type { ScoreboardEntity, ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'

/** A record that a row refers to, by name. */
export const entityOf = (name: string): ScoreboardEntity => ({ name, path: `acme/${name}`, logo: '' })

export function boardRow(
  name: string,
  members: Partial<Omit<ScoreboardRow, 'expand'>> = {},
  expand: Partial<ScoreboardRow['expand']> = {},
): ScoreboardRow {
  const owner = { name: 'Acme', canonified_name: 'acme', logo: '' }
  return {
    id: `acme/${name}`,
    total_runs: 10,
    total_successes: 8,
    success_rate: 80,
    manually_executed_runs: 10,
    scheduled_runs: 0,
    CI_runs: 0,
    canceled_runs: 0,
    minimum_running_time: '9s',
    minimum_running_time_ms: 9000,
    first_execution: '2026-09-21 14:13:20.000Z',
    last_execution_date: '2026-09-21 14:13:20.000Z',
    stale_since: '',
    external_wallet_version: false,
    ...members,
    expand: {
      ...byEntityKind(() => []),
      conformance_checks: [],
      pipeline: { name, canonified_name: name, path: `acme/${name}`, expand: { owner } },
      ...expand,
    },
  }
}
