import { describe, expect, it } from 'vitest'
import { inTurns } from '../../shared/time/pausable-work'
import { buildCompactScoreboard } from './build-compact-scoreboard'
import { readCompactInSteps, readCompactScoreboard, rowsPerStep } from './scoreboard-row'

/** Rows for three steps, the last with a single row. */
const count = 2 * rowsPerStep + 1
const ids = Array.from({ length: count }, (_, index) => `pipeline-${index}`)
const collections: Readonly<Record<string, readonly object[]>> = {
  scoreboard_state: [{ committed_aggregation: 'one', committed_at: '2026-11-20 10:00:00.000Z' }],
  pipeline_scoreboard_cache: ids.map((pipeline) => ({
    ...{ pipeline, total_runs: 2, total_successes: 1, manually_executed_runs: 2, scheduled_runs: 0, CI_runs: 0 },
    ...{ canceled_runs: 0 },
    ...{ minimum_running_time: '', minimum_running_time_ms: 0, stale_since: '', aggregation: 'one' },
    ...{ first_execution: '', last_execution_date: '', external_wallet_version: false, conformance_checks: null },
    ...{ wallets: [], wallet_versions: [], issuers: [], credentials: [], verifiers: [], use_case_verifications: [] },
    ...{ custom_integrations: [], mobile_runners: [], latest_successful_execution: '' },
  })),
  organizations: [{ id: 'acme', name: 'Acme', canonified_name: 'acme', logo: '' }],
}

const readNamed = async () => ({
  pipelines: ids.map((id) => ({ id, name: id, canonified_name: id, owner: 'acme' })),
  executions: [],
})
const read = async (path: string, query: string): Promise<string> => {
  const parameters = new URLSearchParams(query)
  const [page, perPage] = ['page', 'perPage'].map((name) => Number(parameters.get(name)))
  const records = collections[path.split('/')[0] ?? ''] ?? []
  return JSON.stringify({ items: records.slice(((page ?? 1) - 1) * (perPage ?? 0), (page ?? 1) * (perPage ?? 0)) })
}

describe('a scoreboard of thousands of rows holds up nobody', () => {
  it('while its document is built, and while that is read', async () => {
    let turns = 0
    const turn = async () => {
      turns += 1
    }
    const document = await buildCompactScoreboard({ read, readNamed }, turn)
    expect(document.rows).toHaveLength(count)
    // Before each thousand rows, and after the last.
    expect(turns).toBe(4)

    turns = 0
    const rows = await inTurns(readCompactInSteps(document), turn)
    expect(turns).toBe(3)
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(ids.map((id) => `acme/${id}`)))
    // As texts: comparing thousands of rows member by member takes two seconds.
    expect(JSON.stringify(rows)).toBe(JSON.stringify(readCompactScoreboard(document)))
  })
})
