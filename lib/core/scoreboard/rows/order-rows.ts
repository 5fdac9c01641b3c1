import type { ScoreboardRow } from './scoreboard-row'

/** A row's sort value and tie-breaker. `null`: the row has no value. */
type SortKey = readonly [first: string | number, second?: number] | null

/** A way to sort rows: by a table column, or by a value without one. */
export interface RowSort {
  /** Its id in URLs. */
  readonly id: string
  /** Its label. */
  readonly header: string
  readonly sort: (row: ScoreboardRow) => SortKey
  /**
   * Labels for ascending and descending, if the values are numbers: the first click then sorts from the largest.
   * Otherwise the values are names, and the first click sorts from A to Z.
   */
  readonly ends?: readonly [ascending: string, descending: string]
}

export interface RowOrder {
  /** The id of a `RowSort`. */
  readonly by: string
  readonly descending: boolean
}

/** Latest run first. */
export const defaultOrder: RowOrder = { by: 'last_run', descending: true }

/** The order after the first click on a column. */
export const firstOrder = ({ id, ends }: RowSort): RowOrder => ({ by: id, descending: ends !== undefined })

/** The order after a click on a column: its first order, then the reverse, then the default. */
export function nextOrder(current: RowOrder, sort: RowSort): RowOrder {
  const first = firstOrder(sort)
  if (current.by !== first.by) return first
  return current.descending === first.descending ? { ...first, descending: !first.descending } : defaultOrder
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** Compares texts as people read them: ignoring case, and numbers by value. */
export const compareTexts = (a: string, b: string): number => collator.compare(a, b)

type Rows = readonly ScoreboardRow[]

/** The rows by name, private ones last. Cached per set of rows. */
export function rowsByName(rows: Rows): Rows {
  const named = knownByName.get(rows) ?? sortByName(rows)
  knownByName.set(rows, named)
  return named
}
const knownByName = new WeakMap<Rows, Rows>()

function sortByName(rows: Rows): Rows {
  const nameOf = ({ expand }: ScoreboardRow): string => expand.pipeline?.name ?? ''
  const compare = (a: ScoreboardRow, b: ScoreboardRow): number =>
    Number(a.expand.pipeline === undefined) - Number(b.expand.pipeline === undefined) ||
    collator.compare(nameOf(a), nameOf(b)) ||
    (a.id < b.id ? -1 : 1)
  return [...rows].sort(compare)
}

/** A sort key as numbers, which compare much faster than texts. */
export type RankedKey = readonly [first: number, second: number]
type RankedKeys = ReadonlyMap<ScoreboardRow, RankedKey>
const knownKeys = new WeakMap<Rows, Map<RowSort['sort'], RankedKeys>>()

/** The sort key of each row; rows without a value are missing. Cached per set of rows. */
export function rankedKeys(rows: Rows, sort: RowSort['sort']): RankedKeys {
  const ofRows = knownKeys.get(rows) ?? new Map<RowSort['sort'], RankedKeys>()
  knownKeys.set(rows, ofRows)
  const keys = ofRows.get(sort) ?? rankKeys(rows, sort)
  ofRows.set(sort, keys)
  return keys
}

function rankKeys(rows: Rows, sort: RowSort['sort']): RankedKeys {
  const keys = rows.map(sort)
  const ranks = textRanks(keys.flatMap((key) => (typeof key?.[0] === 'string' ? key[0] : [])))
  return new Map(
    rows.flatMap((row, place): [ScoreboardRow, RankedKey][] => {
      const [first, second = 0] = keys[place] ?? []
      return first === undefined ? [] : [[row, [typeof first === 'string' ? (ranks.get(first) ?? 0) : first, second]]]
    }),
  )
}

/** Compares sort keys, ascending. */
export const compareKeys = (a: RankedKey, b: RankedKey): number => a[0] - b[0] || a[1] - b[1]

/** The rank of each distinct text in reading order; equal for texts that compare equal. */
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

const knownOrders = new WeakMap<Rows, Map<string, Rows>>()

/**
 * The rows in an order. Rows without a value come last in both directions, ties are sorted by name. Cached per set of
 * rows and order.
 */
export function orderRows(rows: Rows, { id, sort }: RowSort, descending: boolean): Rows {
  const orders = knownOrders.get(rows) ?? new Map<string, Rows>()
  knownOrders.set(rows, orders)
  const name = `${descending ? '-' : ''}${id}`
  const ordered = orders.get(name) ?? sortRows(rowsByName(rows), rankedKeys(rows, sort), descending ? -1 : 1)
  orders.set(name, ordered)
  return ordered
}

/** Sorting is stable, so ties stay sorted by name. */
function sortRows(named: Rows, keys: RankedKeys, direction: 1 | -1): Rows {
  const keyed = named.flatMap((row) => {
    const key = keys.get(row)
    return key === undefined ? [] : { row, key }
  })
  const sorted = keyed.sort((a, b) => direction * compareKeys(a.key, b.key)).map(({ row }) => row)
  return [...sorted, ...named.filter((row) => !keys.has(row))]
}
