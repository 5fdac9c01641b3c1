import type { EntityKind } from './compact-scoreboard'
import type { ScoreboardRow } from './scoreboard-row'

/** What rows can be sorted by: the columns of the table, and the latest run. */
export const sortNames = [
  'name',
  'screenshot',
  'success_rate',
  'wallets',
  'issuers',
  'credentials',
  'verifiers',
  'use_case_verifications',
  'conformance_checks',
  'custom_integrations',
  'runners',
  'minimum_running_time',
  'last_run',
] as const
export type SortName = (typeof sortNames)[number]
export interface RowOrder {
  readonly by: SortName
  readonly descending: boolean
}

/** The latest run first. */
export const defaultOrder: RowOrder = { by: 'last_run', descending: true }

/** What a row is sorted by: the first part decides, the next one between equals. `null`: it has nothing to be sorted by. */
export type SortKey = readonly (string | number)[] | null

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

const byNames =
  (kind: EntityKind) =>
  (row: ScoreboardRow): SortKey => {
    const [first] = row.expand[kind]
    return first === undefined ? null : [first.name, row.expand[kind].length]
  }

const keys: Readonly<Record<SortName, (row: ScoreboardRow) => SortKey>> = {
  name: ({ expand }) => (expand.pipeline === undefined ? null : [expand.pipeline.name]),
  screenshot: ({ expand }) =>
    expand.latest_successful_execution === undefined ? null : [expand.latest_successful_execution.started_at],
  success_rate: (row) => [row.success_rate, row.total_runs],
  wallets: byNames('wallets'),
  issuers: byNames('issuers'),
  credentials: byNames('credentials'),
  verifiers: byNames('verifiers'),
  use_case_verifications: byNames('use_case_verifications'),
  conformance_checks: ({ expand }) =>
    expand.conformance_checks.length === 0 ? null : [expand.conformance_checks.length],
  custom_integrations: byNames('custom_integrations'),
  runners: byNames('mobile_runners'),
  minimum_running_time: (row) => (row.minimum_running_time_ms === null ? null : [row.minimum_running_time_ms]),
  last_run: (row) => (row.last_execution_date === 0 ? null : [row.last_execution_date]),
}

/** What a row is sorted by in one order. */
export const sortKey = (row: ScoreboardRow, by: SortName): SortKey => keys[by](row)

/** Columns whose first click sorts from the largest: all that hold numbers. */
const numeric: ReadonlySet<SortName> = new Set([
  'screenshot',
  'success_rate',
  'conformance_checks',
  'minimum_running_time',
  'last_run',
])

/** The order of the first click on a column. */
export const firstOrder = (by: SortName): RowOrder => ({ by, descending: numeric.has(by) })

/** What a click on a column leads to: its first order, then the other way, then the default. */
export function nextOrder(current: RowOrder, by: SortName): RowOrder {
  const first = firstOrder(by)
  if (current.by !== by) return first
  return current.descending === first.descending ? { by, descending: !first.descending } : defaultOrder
}

/** Compares what there is, smallest first: numbers as numbers, texts as people read them. */
export function compareKeys(a: NonNullable<SortKey>, b: NonNullable<SortKey>): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] ?? 0
    const order =
      typeof left === 'number' && typeof right === 'number' ? left - right : collator.compare(`${left}`, `${right}`)
    if (order !== 0) return order
  }
  return 0
}

const compareNames = (a: ScoreboardRow, b: ScoreboardRow): number =>
  comparePresence(sortKey(a, 'name'), sortKey(b, 'name'), compareKeys) || (a.id < b.id ? -1 : 1)

function comparePresence(
  a: SortKey,
  b: SortKey,
  compare: (a: NonNullable<SortKey>, b: NonNullable<SortKey>) => number,
) {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return compare(a, b)
}

/** The rows in an order. Those without what is sorted by come last both ways, equals by name. */
export function orderRows(rows: readonly ScoreboardRow[], { by, descending }: RowOrder): ScoreboardRow[] {
  const keyed = rows.map((row) => ({ row, key: sortKey(row, by) }))
  const direction = descending ? -1 : 1
  keyed.sort(
    (a, b) =>
      comparePresence(a.key, b.key, (left, right) => direction * compareKeys(left, right)) ||
      compareNames(a.row, b.row),
  )
  return keyed.map(({ row }) => row)
}
