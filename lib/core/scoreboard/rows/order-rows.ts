import type { EntityKind } from './compact-scoreboard'
import type { ScoreboardRow } from './scoreboard-row'

/** Sort keys of the scoreboard: the columns of the table, and the latest run. */
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

/** The sort value of a row; the second part breaks ties. `null`: the row has no value in this column. */
type SortKey = readonly [first: string | number, second?: number] | null

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** Compares texts the way people sort them: case-insensitive, with numbers by value. */
export const compareTexts = (a: string, b: string): number => collator.compare(a, b)

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

/** Numeric columns: the first click sorts them from the largest. */
const numeric: ReadonlySet<SortName> = new Set([
  'screenshot',
  'success_rate',
  'conformance_checks',
  'minimum_running_time',
  'last_run',
])

/** The order of the first click on a column. */
export const firstOrder = (by: SortName): RowOrder => ({ by, descending: numeric.has(by) })

/** The effect of a click on a column: its first order, then the reverse, then the default. */
export function nextOrder(current: RowOrder, by: SortName): RowOrder {
  const first = firstOrder(by)
  if (current.by !== by) return first
  return current.descending === first.descending ? { by, descending: !first.descending } : defaultOrder
}

type Rows = readonly ScoreboardRow[]
const knownOrders = new WeakMap<Rows, Map<string, Rows>>()

/**
 * Sorts the rows. Rows without a value come last in both directions; ties are sorted by name. Each order of the same
 * rows is computed once.
 */
export function orderRows(rows: Rows, { by, descending }: RowOrder): Rows {
  const orders = knownOrders.get(rows) ?? new Map<string, Rows>([['', sortByName(rows)]])
  knownOrders.set(rows, orders)
  const name = `${descending ? '-' : ''}${by}`
  const ordered = orders.get(name) ?? sortByKey(orders.get('') ?? rows, by, descending ? -1 : 1)
  orders.set(name, ordered)
  return ordered
}

function sortByName(rows: Rows): Rows {
  const nameOf = ({ expand }: ScoreboardRow): string => expand.pipeline?.name ?? ''
  const compare = (a: ScoreboardRow, b: ScoreboardRow): number =>
    Number(a.expand.pipeline === undefined) - Number(b.expand.pipeline === undefined) ||
    collator.compare(nameOf(a), nameOf(b)) ||
    (a.id < b.id ? -1 : 1)
  return [...rows].sort(compare)
}

/** `named`: the rows sorted by name, so that a row's index breaks ties. Sorting compares only numbers. */
function sortByKey(named: Rows, by: SortName, direction: 1 | -1): Rows {
  const all = named.map(keys[by])
  const ranks = textRanks(all.flatMap((key) => (typeof key?.[0] === 'string' ? key[0] : [])))
  const first = Float64Array.from(all, (key) => (typeof key?.[0] === 'string' ? ranks.get(key[0]) : key?.[0]) ?? 0)
  const second = Float64Array.from(all, (key) => key?.[1] ?? 0)
  const at = (numbers: Float64Array, place: number): number => numbers[place] ?? 0
  const places = [...all.keys()].filter((place) => all[place] !== null)
  places.sort(
    (a, b) => direction * (at(first, a) - at(first, b)) || direction * (at(second, a) - at(second, b)) || a - b,
  )
  const without = [...all.keys()].filter((place) => all[place] === null)
  return [...places, ...without].flatMap((place) => named[place] ?? [])
}

/** The rank of each distinct text in sort order; equal for texts that compare as equal. */
function textRanks(texts: readonly string[]): ReadonlyMap<string, number> {
  const different = [...new Set(texts)].sort(collator.compare)
  const ranks = new Map<string, number>()
  let [rank, before] = [0, different[0] ?? '']
  for (const text of different) {
    if (collator.compare(before, text) !== 0) rank++
    ranks.set(text, rank)
    before = text
  }
  return ranks
}
