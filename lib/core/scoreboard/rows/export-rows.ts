import { toIso } from '../../shared/time/time'
import { csvCell } from '../../shared/values/escape'
import { entityKindNames } from './compact-scoreboard'
import { instantOf, type ScoreboardRow, shortestRunOf } from './scoreboard-row'

const rfc3339 = (text: string): string => {
  const at = instantOf(text)
  return at === null ? '' : toIso(at)
}

/** A row as a flat record of strings and numbers, for export. */
export function flatRow(row: ScoreboardRow) {
  const { pipeline } = row.expand
  return {
    pipeline: pipeline?.name ?? '',
    path: pipeline?.path ?? '',
    organization: pipeline?.expand.owner.name ?? '',
    total_runs: row.total_runs,
    total_successes: row.total_successes,
    success_rate: row.success_rate,
    manually_executed_runs: row.manually_executed_runs,
    scheduled_runs: row.scheduled_runs,
    CI_runs: row.CI_runs,
    canceled_runs: row.canceled_runs,
    minimum_running_time_ms: shortestRunOf(row),
    first_execution: rfc3339(row.first_execution),
    last_execution_date: rfc3339(row.last_execution_date),
    ...Object.fromEntries(entityKindNames.map((kind) => [kind, row.expand[kind].map(({ name }) => name)])),
    conformance_checks: row.expand.conformance_checks.map(({ path }) => path),
  }
}

/** The rows as CSV with a header line. */
export function toCsv(rows: readonly ScoreboardRow[]): string {
  const flat = rows.map(flatRow)
  const names = Object.keys(flat[0] ?? flatNames)
  const lines = [names, ...flat.map((row) => Object.values(row))]
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

/** Column names for an export without rows. */
const flatNames = { pipeline: '', path: '', organization: '', total_runs: '', total_successes: '', success_rate: '' }
