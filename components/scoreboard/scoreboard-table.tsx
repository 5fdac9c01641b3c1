// Client: sorts, filters and pages all rows once they are loaded.
'use client'

import { useTable } from '@tanstack/react-table'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import {
  type BoardPage,
  type BoardView,
  boardQuery,
  defaultView,
  readBoardView,
  totalsOf,
  usualSizes,
} from '@/lib/core/scoreboard/rows/board-view'
import { type FacetChoice, type FacetName, facetsOf, filterRows } from '@/lib/core/scoreboard/rows/filter-rows'
import type { SortName } from '@/lib/core/scoreboard/rows/order-rows'
import { countWords } from '@/lib/core/scoreboard/rows/row-words'
import type { ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { CopyButton } from '../ui/copy-button'
import { Icon } from '../ui/icon'
import { boardColumns, boardFeatures } from './board-columns'
import { BoardFilters, orderWords } from './board-filters'
import { BoardHead } from './board-head'
import { BoardHeader } from './board-header'
import { BoardNotes } from './board-notes'
import { BoardPager } from './board-pager'
import { BoardRow } from './board-row'
import { NoRows } from './no-rows'
import { tableRole } from './table-role'
import { useScoreboardRows } from './use-scoreboard-rows'

interface ScoreboardTableProps {
  /** The page as rendered by the server, before all rows are loaded. */
  readonly first: BoardPage & {
    readonly totals: ReturnType<typeof totalsOf>
    readonly facets: Readonly<Record<FacetName, readonly FacetChoice[]>>
    readonly etag: string
    /** RFC 3339, '' before the first aggregation. */
    readonly committedAt: string
    /** Rows older than this count as old. */
    readonly staleMillis: number
    /** Default rows per page, as far as the server can tell. */
    readonly usualSize: number
  }
  readonly initialView: BoardView
  readonly now: number
}

/** Loaded when a screenshot is enlarged, which most readers never do. */
const Lightbox = lazy(async () => ({ default: (await import('./lightbox')).Lightbox }))

/** Column widths on a wide screen, in pixels. */
const widthOf = (meta: unknown): number => (meta as { readonly width?: number } | undefined)?.width ?? 100
const headColumns = boardColumns.map(({ id, header }) => ({ id: id as SortName, header: String(header) }))

/** Only the filter of a view, without its order and page. */
const filterOf = (view: BoardView): BoardView => ({
  ...view,
  order: defaultView.order,
  page: 1,
  size: defaultView.size,
})

/** The scoreboard: one page of rows as HTML from the server; the browser loads all rows to sort and filter them. */
export function ScoreboardTable({ first, initialView, now }: ScoreboardTableProps) {
  const { rows, committedAt, lost, retry, newer, showNewer } = useScoreboardRows(first)
  const [view, setView] = useState(initialView)
  const [usualSize, setUsualSize] = useState(first.usualSize)
  const [enlarged, setEnlarged] = useState<ScoreboardRow | null>(null)
  const loaded = rows !== null
  const filter = boardQuery(filterOf(view))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the filter of the view matters, and `filter` is that
  const found = useMemo(() => (rows === null ? first.rows : filterRows(rows, view)), [rows, first.rows, filter])
  const facets = useMemo(() => (rows === null ? first.facets : facetsOf(rows)), [rows, first.facets])
  const totals = useMemo(() => (rows === null ? first.totals : totalsOf(rows)), [rows, first.totals])
  const total = loaded ? found.length : first.total
  const size = view.size || usualSize
  const pages = Math.max(1, Math.ceil(total / size))
  const page = Math.min(view.page, pages)
  const table = useTable({
    features: boardFeatures,
    columns: boardColumns,
    data: found,
    getRowId: ({ id }) => id,
    meta: { now, openScreenshot: loaded ? setEnlarged : undefined, all: rows ?? first.rows },
    state: {
      sorting: [{ id: view.order.by, desc: view.order.descending }],
      pagination: { pageIndex: page - 1, pageSize: size },
    },
    manualSorting: !loaded,
    manualPagination: !loaded,
    autoResetPageIndex: false,
  })
  const shownRows = table.getRowModel().rows
  useEffect(() => {
    const readAddress = () =>
      setView((before) => {
        const named = readBoardView((name) => new URLSearchParams(window.location.search).get(name))
        return boardQuery(named) === boardQuery(before) ? before : named
      })
    // The back button restores the page as it was opened, but its URL is that of the last view.
    readAddress()
    window.addEventListener('popstate', readAddress)
    return () => window.removeEventListener('popstate', readAddress)
  }, [])
  useEffect(() => {
    // A narrow desktop window shows cards too, which the server could not know.
    setUsualSize(window.matchMedia('(width < 768px)').matches ? usualSizes.phone : usualSizes.desktop)
  }, [])
  const moved = boardQuery(view) !== boardQuery(initialView)
  useEffect(() => {
    // No row of this view has been shown yet, so none can move.
    if (moved && !loaded && newer) showNewer()
  })
  /** Typing replaces the URL in place; a change of page or order is a history entry. */
  const show = (next: BoardView) => {
    const isStep = next.page !== view.page || next.order !== view.order
    if (loaded) {
      window.history[isStep ? 'pushState' : 'replaceState'](null, '', paths.scoreboard(boardQuery(next)))
      setView(next)
    } else if (next.q !== view.q) {
      // Never interrupt typing: the rows are filtered once they are loaded.
      setView(next)
    } else {
      window.location.assign(paths.scoreboard(boardQuery(next)))
    }
  }
  /** Loads the export code on demand, and reports if the service is down. */
  const save = (form: 'csv' | 'json') => {
    const sorted = table.getSortedRowModel().rows.map(({ original }) => original)
    import('./save-file').then(({ saveRows }) => saveRows(sorted, form), retry)
  }
  /** Handles a link of the page; until the rows are loaded, the browser follows it. */
  const follow = (next: BoardView, event: React.MouseEvent) => {
    if (!loaded || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    show(next)
  }
  return (
    <>
      <BoardHeader totals={totals} committedAt={committedAt} now={now} />
      <BoardNotes
        committedAt={committedAt}
        staleMillis={first.staleMillis}
        staleRows={totals.stale}
        now={now}
        lost={lost}
        onRetry={retry}
        newer={newer}
        onShowNewer={showNewer}
      />
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
          <CopyButton text={paths.scoreboard(boardQuery(view))} what="link to this view" label="Copy link" asAddress />
          {(['csv', 'json'] as const).map((form) => (
            <button
              key={form}
              type="button"
              disabled={!loaded}
              className={buttonClass({ look: 'quiet' })}
              onClick={() => save(form)}
            >
              <Icon name="download" />
              {form.toUpperCase()}
            </button>
          ))}
        </BoardFilters>
        <p className="sr-only" role="status">
          {`${countWords(total)} ${total === 1 ? 'pipeline' : 'pipelines'}. Sorted by ${orderWords(view.order)}. Page ${page} of ${pages}.`}
        </p>
        {shownRows.length === 0 ? (
          <NoRows isEmpty={totals.pipelines === 0} view={view} onFollow={follow} />
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: a region that scrolls sideways, and nothing else
          <div
            role="region"
            aria-label="Scoreboard table"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: users without a pointer scroll it with the keyboard
            tabIndex={0}
            className="relative md:max-h-[calc(100dvh-var(--bar)-24px)] md:overflow-auto"
          >
            <table
              {...tableRole('table')}
              className="block w-full text-sm md:table md:min-w-[1389px] md:table-fixed md:border-separate md:border-spacing-0"
            >
              <caption className="sr-only">Pipelines with success rates and what they test</caption>
              <colgroup className="max-md:hidden">
                {boardColumns.map(({ id, meta }) => (
                  <col key={id} style={{ width: widthOf(meta) }} />
                ))}
              </colgroup>
              <BoardHead columns={headColumns} view={view} onFollow={follow} />
              <tbody {...tableRole('rowgroup')} className="block md:table-row-group">
                {shownRows.map((row) => (
                  <BoardRow key={row.id} row={row} sortedBy={view.order.by} />
                ))}
              </tbody>
            </table>
          </div>
        )}
        {total > 0 && <BoardPager view={{ ...view, page }} shown={{ page, pages, total, size }} onChange={follow} />}
      </div>
      {enlarged && (
        <Suspense fallback={null}>
          <Lightbox
            rows={shownRows.map(({ original }) => original)}
            start={enlarged}
            onClose={() => setEnlarged(null)}
          />
        </Suspense>
      )}
    </>
  )
}
