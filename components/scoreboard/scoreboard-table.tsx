'use client'

import {
  createColumnHelper,
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import useSWR from 'swr'
import {
  type BoardPage,
  type BoardView,
  boardQuery,
  defaultView,
  readBoardView,
  totalsOf,
  usualSizes,
} from '@/lib/core/scoreboard/rows/board-view'
import type { CompactScoreboard } from '@/lib/core/scoreboard/rows/compact-scoreboard'
import { type FacetChoice, type FacetName, facetsOf, filterRows } from '@/lib/core/scoreboard/rows/filter-rows'
import { compareKeys, type RankedKey, rankedKeys, rowsByName } from '@/lib/core/scoreboard/rows/order-rows'
import { countWords } from '@/lib/core/scoreboard/rows/row-words'
import { readCompactScoreboard, type ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { pollEvery } from '../ui/in-browser'
import { boardColumns, boardSorts, emptyColumns, widthOf } from './board-columns'
import { BoardFilters, orderWords } from './board-filters'
import { BoardHeader, BoardNotes, BoardPager, BoardTools, SidewaysNote } from './board-frame'
import { BoardHead, BoardRow, tableRole } from './board-rows'

/** Polling interval for new results, in milliseconds. */
const pollMillis = 15_000

interface LoadedRows {
  readonly etag: string
  readonly committedAt: string
  readonly rows: readonly ScoreboardRow[]
}

/** Newest rows received, returned again for a 304. */
let last: LoadedRows | null = null

/** Fetches the rows; the browser sends the ETag of those it has. */
async function load(url: string): Promise<LoadedRows> {
  const response = await fetch(url, { cache: 'no-cache' })
  if (!response.ok) throw new Error(`The rows: ${response.status}`)
  const etag = (response.headers.get('etag') ?? '').replace(/^W\//, '')
  if (last?.etag === etag) return last
  const document = (await response.json()) as CompactScoreboard
  if (document.v !== 2) throw new Error('The rows come from a newer version. Reload the page.')
  last = { etag, committedAt: document.committed_at, rows: readCompactScoreboard(document) }
  return last
}

/**
 * All rows, once loaded. Newer rows wait for `showNewer`, so that nothing moves under a pointer; `first` identifies the
 * rows in the server's page.
 */
function useScoreboardRows(first: Pick<LoadedRows, 'etag' | 'committedAt'>) {
  const { etag } = first
  const [shown, setShown] = useState<LoadedRows | null>(null)
  const { data, error, mutate } = useSWR(paths.scoreboardRows(), load, {
    ...pollEvery(pollMillis),
    // By default thousands of rows would be compared one by one.
    compare: Object.is,
  })
  // Replace the rendered rows at once if they are the same; show different ones only on request.
  const current = shown ?? (data?.etag === etag ? data : null)
  if (shown === null && current !== null) setShown(current)
  const newer = data !== undefined && data.etag !== (current?.etag ?? etag) ? data : null
  return {
    rows: current?.rows ?? null,
    committedAt: current?.committedAt ?? first.committedAt,
    lost: error !== undefined,
    retry: () => void mutate(),
    newer: newer !== null,
    showNewer: () => setShown(newer ?? current),
  }
}

interface ScoreboardTableProps {
  /** Page as rendered by the server, before all rows are loaded. */
  readonly first: BoardPage & {
    readonly totals: ReturnType<typeof totalsOf>
    readonly facets: Readonly<Record<FacetName, readonly FacetChoice[]>>
    readonly etag: string
    /** RFC 3339; '' before the first aggregation. */
    readonly committedAt: string
    /** Age in milliseconds from which rows count as old. */
    readonly staleMillis: number
    /** Default page size, as far as the server can tell. */
    readonly usualSize: number
    /** Ids of the columns without a value in any row of the filter. */
    readonly empty: readonly string[]
    /** What the page's address says that the table does not understand. */
    readonly unknown: readonly string[]
  }
  readonly initialView: BoardView
  readonly now: number
  /** What stands between the head of the page and the table. */
  readonly children?: React.ReactNode
}

/** Loaded when a screenshot is asked for: most readers never do. */
const Lightbox = lazy(async () => ({ default: (await import('./lightbox')).Lightbox }))

/** The filter of a view, without its order and page. */
const filterOf = (view: BoardView): BoardView => ({
  ...view,
  order: defaultView.order,
  page: 1,
  size: defaultView.size,
})

/** The scoreboard: one page of rows as HTML from the server; the browser loads all rows to sort and filter them. */
export function ScoreboardTable({ first, initialView, now, children }: ScoreboardTableProps) {
  const { rows, committedAt, lost, retry, newer, showNewer } = useScoreboardRows(first)
  const [view, setView] = useState(initialView)
  const [usualSize, setUsualSize] = useState(first.usualSize)
  const [enlarged, setEnlarged] = useState<ScoreboardRow | null>(null)
  const loaded = rows !== null
  const filter = boardQuery(filterOf(view))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the filter of the view matters, and `filter` is that
  const found = useMemo(
    () => (rows === null ? first.rows : filterRows(rowsByName(rows), view)),
    [rows, first.rows, filter],
  )
  const facets = useMemo(() => (rows === null ? first.facets : facetsOf(rows)), [rows, first.facets])
  const totals = useMemo(() => (rows === null ? first.totals : totalsOf(rows)), [rows, first.totals])
  const empty = useMemo(
    () => (rows === null ? first.empty : emptyColumns(found).map(({ id }) => id)),
    [rows, found, first.empty],
  )
  const shownColumns = view.hidesEmpty ? boardColumns.filter(({ id }) => !empty.includes(id)) : boardColumns
  const total = loaded ? found.length : first.total
  const size = view.size || usualSize
  const pages = Math.max(1, Math.ceil(total / size))
  const page = Math.min(view.page, pages)
  const columns = useMemo(() => sortableColumns(rows ?? []), [rows])
  const table = useTable({
    features: boardFeatures,
    columns,
    data: found,
    getRowId: ({ id }) => id,
    state: {
      sorting: [{ id: view.order.by, desc: view.order.descending }],
      pagination: { pageIndex: page - 1, pageSize: size },
    },
    manualSorting: !loaded,
    manualPagination: !loaded,
    autoResetPageIndex: false,
  })
  const shownRows = table.getRowModel().rows.map(({ original }) => original)
  const meta = useMemo(() => ({ now, openScreenshot: loaded ? setEnlarged : undefined }), [now, loaded])
  useEffect(() => {
    const readAddress = () =>
      setView((before) => {
        const named = readBoardView((name) => new URLSearchParams(window.location.search).get(name), boardSorts)
        return boardQuery(named) === boardQuery(before) ? before : named
      })
    // Going back restores this page as it was opened, but the URL is that of the view left.
    readAddress()
    window.addEventListener('popstate', readAddress)
    return () => window.removeEventListener('popstate', readAddress)
  }, [])
  useEffect(() => {
    // A narrow desktop window also shows cards, which the server could not know.
    setUsualSize(window.matchMedia('(width < 768px)').matches ? usualSizes.phone : usualSizes.desktop)
  }, [])
  const moved = boardQuery(view) !== boardQuery(initialView)
  useEffect(() => {
    // No row of this view has been shown yet, so none moves.
    if (moved && !loaded && newer) showNewer()
  })
  /** Typing replaces the URL in place; a change of page or order adds a history entry. */
  const show = (next: BoardView) => {
    const isStep = next.page !== view.page || next.order !== view.order
    if (loaded) {
      window.history[isStep ? 'pushState' : 'replaceState'](null, '', paths.scoreboard(boardQuery(next)))
      setView(next)
    } else if (next.q !== view.q) {
      // Typing is never interrupted: the rows are filtered once they are loaded.
      setView(next)
    } else {
      window.location.assign(paths.scoreboard(boardQuery(next)))
    }
  }
  /** Loads the code that writes files on demand, and reports an unreachable service. */
  const save = (form: 'csv' | 'json') => {
    const sorted = table.getSortedRowModel().rows.map(({ original }) => original)
    import('./save-file').then(({ saveRows }) => saveRows(sorted, form), retry)
  }
  /** A link of the page: the browser follows it until the rows are loaded. */
  const follow = (next: BoardView, event: React.MouseEvent) => {
    if (!loaded || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    show(next)
  }
  return (
    <>
      <BoardHeader totals={totals} committedAt={committedAt} now={now} />
      {children}
      <BoardNotes
        committedAt={committedAt}
        staleMillis={first.staleMillis}
        staleRows={totals.stale}
        now={now}
        lost={lost}
        onRetry={retry}
        newer={newer}
        onShowNewer={showNewer}
        unknown={moved ? [] : first.unknown}
      />
      {children !== undefined && children !== null && (
        <h2 className="mb-2 text-md" id="pipelines">
          Pipelines
        </h2>
      )}
      <div className="rounded-md border border-line bg-surface">
        <BoardFilters
          view={view}
          facets={facets}
          total={total}
          all={totals.pipelines}
          isReady={loaded}
          onChange={show}
          onFollow={follow}
        >
          <BoardTools address={paths.scoreboard(boardQuery(view))} isReady={loaded} onSave={save} />
        </BoardFilters>
        <p className="sr-only" role="status">
          {`${countWords(total)} ${total === 1 ? 'pipeline' : 'pipelines'}. Sorted by ${orderWords(view.order)}. Page ${page} of ${pages}.`}
        </p>
        {shownRows.length > 0 && <SidewaysNote />}
        {shownRows.length === 0 ? (
          <NoRows isEmpty={totals.pipelines === 0} view={view} onFollow={follow} />
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: a region that scrolls sideways, and nothing else
          <div
            role="region"
            data-board=""
            aria-label="Scoreboard table"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: users without a pointer scroll it with the keyboard
            tabIndex={0}
            // Rows scroll with the page; the table scrolls sideways only if its columns do not fit.
            className="relative md:max-board:overflow-x-auto"
          >
            <table
              {...tableRole('table')}
              style={{ '--board-width': `${widthOf(shownColumns)}px` } as React.CSSProperties}
              className="block w-full text-sm md:table md:min-w-(--board-width) md:table-fixed md:border-separate md:border-spacing-0"
            >
              <caption className="sr-only">Pipelines with success rates and what they test</caption>
              <colgroup className="max-md:hidden">
                {shownColumns.map(({ id, width }) => (
                  <col key={id} style={{ width }} />
                ))}
              </colgroup>
              <BoardHead view={view} columns={shownColumns} onFollow={follow} />
              <tbody {...tableRole('rowgroup')} className="block md:table-row-group">
                {shownRows.map((row) => (
                  <BoardRow key={row.id} row={row} columns={shownColumns} meta={meta} sortedBy={view.order.by} />
                ))}
              </tbody>
            </table>
          </div>
        )}
        {view.hidesEmpty && <HiddenNote ids={empty} />}
        {total > 0 && <BoardPager view={{ ...view, page }} shown={{ page, pages, total, size }} onChange={follow} />}
      </div>
      {enlarged && (
        <Suspense fallback={null}>
          <Lightbox rows={shownRows} start={enlarged} onClose={() => setEnlarged(null)} />
        </Suspense>
      )}
    </>
  )
}

export const boardFeatures = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
})

const helper = createColumnHelper<typeof boardFeatures, ScoreboardRow>()

/** Columns that can sort the given rows. Rows without a value come last in both directions; the sort is stable. */
export const sortableColumns = (rows: readonly ScoreboardRow[]) =>
  helper.columns(
    boardSorts.map(({ id, sort }) =>
      helper.accessor((row) => rankedKeys(rows, sort).get(row), {
        id,
        sortFn: (a, b) => compareKeys(a.getValue<RankedKey>(id), b.getValue<RankedKey>(id)),
        sortUndefined: 'last',
      }),
    ),
  )

/** Names the columns that the visitor chose not to see. */
function HiddenNote({ ids }: { readonly ids: readonly string[] }) {
  const names = boardColumns.filter(({ id }) => ids.includes(id)).map(({ header }) => header.toLowerCase())
  return (
    <p className="px-3 pt-2.5 text-xs text-ink-3 max-md:hidden">
      {names.length === 0 ? 'No column is empty.' : `Empty, so hidden as you chose: ${names.join(', ')}.`}
    </p>
  )
}

interface NoRowsProps {
  /** Whether there are no rows at all, regardless of filters. */
  readonly isEmpty: boolean
  readonly view: BoardView
  /** Shows another view without leaving the page. */
  readonly onFollow: (view: BoardView, event: React.MouseEvent) => void
}

/** Shown instead of an empty table. */
function NoRows({ isEmpty, view, onFollow }: NoRowsProps) {
  if (isEmpty)
    return (
      <div className="grid gap-2 p-6 text-ink-2">
        <p className="font-medium text-ink">No results yet</p>
        <p className="max-w-[74ch]">
          Here you will see how often each test pipeline succeeded, with the wallets, issuers and verifiers that it
          tests. Nobody has published a run so far. You do not have to wait for one:
        </p>
        <a className={buttonClass({ look: 'solid' }, 'w-fit')} href={paths.start()}>
          Test your own wallet
        </a>
      </div>
    )
  const cleared = { ...defaultView, order: view.order, size: view.size, hidesEmpty: view.hidesEmpty }
  return (
    <div className="flex flex-wrap items-center gap-3 p-6 text-ink-2">
      <p>No pipelines match these filters.</p>
      <a
        href={paths.scoreboard(boardQuery(cleared))}
        className={buttonClass()}
        onClick={(event) => onFollow(cleared, event)}
      >
        Clear filters
      </a>
    </div>
  )
}
