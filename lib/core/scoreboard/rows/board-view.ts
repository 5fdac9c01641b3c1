import { facetNames, facetsOf, filterRows, noFilter, type RowFilter } from './filter-rows'
import { defaultOrder, type RowOrder, type RowSort } from './order-rows'
import type { ScoreboardRow } from './scoreboard-row'

/** The state of a scoreboard page, as in its URL. */
export interface BoardView extends RowFilter {
  readonly order: RowOrder
  /** One-based. */
  readonly page: number
  /** Rows per page; 0 for the default of the reader's screen. */
  readonly size: number
  /** Whether columns without a value in any row of the filter are left out. */
  readonly hidesEmpty: boolean
}

export const pageSizes = [10, 20, 50, 100] as const
/** Default rows per page. A phone shows cards, which are taller than rows. */
export const usualSizes = { phone: 10, desktop: 20 } as const
const textMax = 200

export const defaultView: BoardView = { ...noFilter, order: defaultOrder, page: 1, size: 0, hidesEmpty: false }

/** Parses a URL's query, ignoring what it does not understand. `sorts`: the available sort keys. */
export function readBoardView(
  parameter: (name: string) => string | null | undefined,
  sorts: readonly Pick<RowSort, 'id'>[],
): BoardView {
  const text = (name: string): string => (parameter(name) ?? '').slice(0, textMax)
  const whole = (name: string, max: number): number => {
    const value = text(name)
    return /^\d{1,9}$/.test(value) && Number(value) <= max ? Number(value) : 0
  }
  const sort = text('sort')
  const by = sorts.find(({ id }) => id === sort.replace(/^-/, ''))?.id
  const size = whole('size', 100)
  const facets = Object.fromEntries(facetNames.map((name) => [name, text(name)]))
  return {
    ...noFilter,
    ...facets,
    q: text('q').trim(),
    min_rate: whole('min_rate', 100),
    min_runs: whole('min_runs', 999_999_999),
    order: by === undefined ? defaultOrder : { by, descending: sort.startsWith('-') },
    page: Math.max(1, whole('page', 999_999_999)),
    size: pageSizes.find((known) => known === size) ?? 0,
    hidesEmpty: text('hide') === 'empty',
  }
}

/** The query of a view's URL; '' for the default view. */
export function boardQuery(view: BoardView): string {
  const { order, page, size, hidesEmpty, min_rate, min_runs, ...texts } = view
  const pairs = Object.entries(texts).filter(([, value]) => value !== '')
  if (min_rate > 0) pairs.push(['min_rate', String(min_rate)])
  if (min_runs > 0) pairs.push(['min_runs', String(min_runs)])
  const isDefault = order.by === defaultOrder.by && order.descending === defaultOrder.descending
  if (!isDefault) pairs.push(['sort', `${order.descending ? '-' : ''}${order.by}`])
  if (hidesEmpty) pairs.push(['hide', 'empty'])
  if (size > 0) pairs.push(['size', String(size)])
  if (page > 1) pairs.push(['page', String(page)])
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** A changed view. A change of rows or order leads to the first page. */
export const changeView = (view: BoardView, change: Partial<BoardView>): BoardView => ({ ...view, page: 1, ...change })

/** A page of rows, with counts. */
export interface BoardPage {
  readonly rows: readonly ScoreboardRow[]
  /** The page that is shown: the last one if the view asks for a later one. */
  readonly page: number
  readonly pages: number
  /** Number of rows that match the filter. */
  readonly total: number
}

interface PageCut {
  readonly page: number
  readonly size: number
}

/** Cuts a view's page out of filtered, sorted rows. */
export function cutPage(rows: readonly ScoreboardRow[], { page, size }: PageCut): BoardPage {
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const shown = Math.min(page, pages)
  return { rows: rows.slice((shown - 1) * size, shown * size), page: shown, pages, total: rows.length }
}

/** The page of a view from sorted rows; `usualSize` applies if the view names no size. */
export const pageOf = (ordered: readonly ScoreboardRow[], view: BoardView, usualSize: number): BoardPage =>
  cutPage(filterRows(ordered, view), { page: view.page, size: view.size || usualSize })

/** Totals of all rows. `stale`: rows with a part that is older than the rest. */
export function totalsOf(rows: readonly ScoreboardRow[]) {
  let [runs, successes, stale] = [0, 0, 0]
  for (const row of rows) {
    runs += row.total_runs
    successes += row.total_successes
    if (row.stale_since !== '') stale++
  }
  return { pipelines: rows.length, runs, successes, stale }
}

/** Title of the scoreboard for cards and tabs, e.g. `Scoreboard: 7 wallets, 26 pipelines`. */
export function boardTitle(rows: readonly ScoreboardRow[]): string {
  const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`
  return `Scoreboard: ${counted(facetsOf(rows).wallet.length, 'wallet')}, ${counted(rows.length, 'pipeline')}`
}
