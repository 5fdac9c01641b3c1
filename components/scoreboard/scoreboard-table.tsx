// Client: sorts, filters and pages all rows once they are loaded.
'use client'

import { useTable } from '@tanstack/react-table'
import { useEffect, useMemo, useState } from 'react'
import { cn } from '@/lib/cn'
import {
  type BoardPage,
  type BoardView,
  boardQuery,
  defaultView,
  readBoardView,
} from '@/lib/core/scoreboard/rows/board-view'
import { type FacetChoice, type FacetName, facetsOf, filterRows } from '@/lib/core/scoreboard/rows/filter-rows'
import { nextOrder, type SortName } from '@/lib/core/scoreboard/rows/order-rows'
import type { ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { CopyButton } from '../ui/copy-button'
import { Icon } from '../ui/icon'
import { boardColumns, boardFeatures, isShown } from './board-columns'
import { BoardFilters, orderWords } from './board-filters'
import { BoardNotes } from './board-notes'
import { BoardPager } from './board-pager'
import { Lightbox } from './lightbox'
import { saveRows } from './save-file'
import { useScoreboardRows } from './use-scoreboard-rows'

interface ScoreboardTableProps {
  /** The page as rendered by the server, before all rows are loaded. */
  readonly first: BoardPage & {
    readonly all: number
    readonly facets: Readonly<Record<FacetName, readonly FacetChoice[]>>
    readonly etag: string
  }
  readonly initialView: BoardView
  readonly committedAt: string
  /** Rows that include older numbers. */
  readonly staleRows: number
  readonly now: number
}

/** Pixels of the columns on a wide screen, by column. */
const widthOf = (meta: unknown): number => (meta as { readonly width?: number } | undefined)?.width ?? 100

/** The scoreboard: one page of rows as HTML from the server; the browser loads all rows to sort and filter them. */
export function ScoreboardTable({ first, initialView, committedAt, staleRows, now }: ScoreboardTableProps) {
  const { rows, lost, newer, showNewer } = useScoreboardRows(first.etag)
  const [view, setView] = useState(initialView)
  const [enlarged, setEnlarged] = useState<ScoreboardRow | null>(null)
  const loaded = rows !== null
  const found = useMemo(() => (rows === null ? first.rows : filterRows(rows, view)), [rows, first.rows, view])
  const facets = useMemo(() => (rows === null ? first.facets : facetsOf(rows)), [rows, first.facets])
  const total = loaded ? found.length : first.total
  const pages = Math.max(1, Math.ceil(total / view.size))
  const page = Math.min(view.page, pages)
  const table = useTable({
    features: boardFeatures,
    columns: boardColumns,
    data: found,
    getRowId: ({ id }) => id,
    meta: { now, openScreenshot: loaded ? setEnlarged : undefined },
    state: {
      sorting: [{ id: view.order.by, desc: view.order.descending }],
      pagination: { pageIndex: page - 1, pageSize: view.size },
    },
    manualSorting: !loaded,
    manualPagination: !loaded,
    autoResetPageIndex: false,
  })
  const shownRows = table.getRowModel().rows
  useEffect(() => {
    const back = () => setView(readBoardView((name) => new URLSearchParams(window.location.search).get(name)))
    window.addEventListener('popstate', back)
    return () => window.removeEventListener('popstate', back)
  }, [])
  /** Typing replaces the URL in place; a change of page or order is a history entry. */
  const show = (next: BoardView) => {
    const isStep = next.page !== view.page || next.order !== view.order
    if (!loaded) {
      window.location.assign(paths.scoreboard(boardQuery(next)))
      return
    }
    window.history[isStep ? 'pushState' : 'replaceState'](null, '', paths.scoreboard(boardQuery(next)))
    setView(next)
  }
  /** A link of the page: the browser follows it until the rows are loaded. */
  const follow = (next: BoardView, event: React.MouseEvent) => {
    if (!loaded || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    show(next)
  }
  return (
    <>
      <BoardNotes
        committedAt={committedAt}
        staleRows={staleRows}
        now={now}
        lost={lost}
        newer={newer}
        onShowNewer={showNewer}
      />
      <div className="rounded-md border border-line bg-surface">
        <BoardFilters view={view} facets={facets} total={total} all={rows?.length ?? first.all} onChange={show}>
          <CopyButton text={paths.scoreboard(boardQuery(view))} what="link to this view" label="Copy link" asAddress />
          {(['csv', 'json'] as const).map((form) => (
            <button
              key={form}
              type="button"
              disabled={!loaded}
              className={buttonClass({ look: 'quiet' })}
              onClick={() =>
                saveRows(
                  table.getSortedRowModel().rows.map(({ original }) => original),
                  form,
                )
              }
            >
              <Icon name="download" />
              {form.toUpperCase()}
            </button>
          ))}
        </BoardFilters>
        <p className="sr-only" role="status">
          {`Sorted by ${orderWords(view.order)}. Page ${page} of ${pages}.`}
        </p>
        {shownRows.length === 0 ? (
          <NoRows
            isEmpty={(rows?.length ?? first.all) === 0}
            onClear={() => show({ ...defaultView, size: view.size })}
          />
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: a region that scrolls sideways, and nothing else
          <div
            role="region"
            aria-label="Scoreboard table"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: users without a pointer scroll it with the keyboard
            tabIndex={0}
            className="relative md:max-h-[calc(100dvh-var(--bar)-24px)] md:overflow-auto"
          >
            <table className="block w-full text-sm md:table md:min-w-[1370px] md:table-fixed md:border-separate md:border-spacing-0">
              <caption className="sr-only">Pipelines with success rates and what they test</caption>
              <colgroup className="max-md:hidden">
                {boardColumns
                  .filter(({ id }) => isShown(id ?? ''))
                  .map(({ id, meta }) => (
                    <col key={id} style={{ width: widthOf(meta) }} />
                  ))}
              </colgroup>
              <thead className="max-md:sr-only">
                {table.getHeaderGroups().map((group) => (
                  <tr key={group.id}>
                    {group.headers
                      .filter(({ column }) => isShown(column.id))
                      .map(({ id, column }, place) => {
                        const by = column.id as SortName
                        const sorted = view.order.by === by
                        const next = { ...view, page: 1, order: nextOrder(view.order, by) }
                        return (
                          <th
                            key={id}
                            scope="col"
                            aria-sort={sorted ? (view.order.descending ? 'descending' : 'ascending') : undefined}
                            className={cn(
                              'sticky top-0 border-b bg-sunk p-0 text-left align-bottom',
                              sorted ? 'border-b-accent-mark' : 'border-line-strong',
                              place === 0 ? 'left-0 z-20' : 'z-10',
                            )}
                          >
                            <a
                              href={paths.scoreboard(boardQuery(next))}
                              onClick={(event) => follow(next, event)}
                              className="flex min-h-12 w-full items-end gap-1 px-2.5 py-2 text-left text-xs font-[550] text-ink-2 hyphens-auto hover:text-ink"
                            >
                              {String(column.columnDef.header)}
                              <Icon
                                name={sorted ? 'down' : 'sort'}
                                className={cn('mb-0.5 size-3', sorted && !view.order.descending && 'rotate-180')}
                              />
                            </a>
                          </th>
                        )
                      })}
                  </tr>
                ))}
              </thead>
              <tbody className="block md:table-row-group">
                {shownRows.map((row) => (
                  <tr
                    key={row.id}
                    className="grid grid-cols-[40px_minmax(0,1fr)_auto] gap-x-3 gap-y-2 border-b border-line p-3 md:table-row"
                  >
                    {row
                      .getAllCells()
                      .filter(({ column }) => isShown(column.id))
                      .map((cell) => (
                        <BoardCell
                          key={cell.id}
                          by={cell.column.id as SortName}
                          label={String(cell.column.columnDef.header)}
                          sorted={view.order.by === cell.column.id}
                          name={row.original.expand.pipeline?.name ?? 'the private pipeline'}
                        >
                          <table.FlexRender cell={cell} />
                        </BoardCell>
                      ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {total > 0 && <BoardPager view={{ ...view, page }} shown={{ page, pages, total }} onChange={follow} />}
      </div>
      {enlarged && (
        <Lightbox rows={shownRows.map(({ original }) => original)} start={enlarged} onClose={() => setEnlarged(null)} />
      )}
    </>
  )
}

/** On a narrow screen a row is a card: these fields are always shown, the others on demand. */
const inCard: Readonly<Partial<Record<SortName, string>>> = {
  name: 'max-md:order-2',
  screenshot: 'max-md:order-1',
  minimum_running_time: 'max-md:order-3',
  success_rate: 'max-md:order-4 max-md:col-span-3',
}

interface BoardCellProps {
  readonly by: SortName
  readonly label: string
  readonly sorted: boolean
  /** Of the pipeline. */
  readonly name: string
  readonly children: React.ReactNode
}

function BoardCell({ by, label, sorted, name, children }: BoardCellProps) {
  const look = cn(
    'min-w-0 align-top md:border-b md:border-line md:px-2.5 md:py-2',
    sorted && by !== 'name' && 'md:bg-selected',
  )
  if (by === 'name')
    return (
      <th scope="row" className={cn(look, inCard.name, 'text-left md:sticky md:left-0 md:z-[5] md:bg-surface')}>
        {children}
        <label
          className={buttonClass({ size: 'small' }, 'mt-1.5 w-fit font-normal has-focus-visible:outline-2 md:hidden')}
        >
          <input type="checkbox" data-details="" className="peer sr-only" />
          Details<span className="sr-only">{` of ${name}`}</span>
          <Icon name="down" className="size-3 peer-checked:rotate-180" />
        </label>
      </th>
    )
  const card = inCard[by]
  return (
    <td
      data-label={label}
      className={cn(
        look,
        card ??
          'max-md:order-5 max-md:col-span-3 max-md:hidden max-md:grid-cols-[120px_minmax(0,1fr)] max-md:gap-2 max-md:before:text-xs max-md:before:text-ink-3 max-md:before:content-[attr(data-label)] max-md:in-[tr:has([data-details]:checked)]:grid',
      )}
    >
      {children}
    </td>
  )
}

function NoRows({ isEmpty, onClear }: { readonly isEmpty: boolean; readonly onClear: () => void }) {
  if (isEmpty)
    return (
      <div className="grid gap-2 p-6 text-ink-2">
        <p className="font-medium text-ink">No results yet</p>
        <p>
          Published pipelines appear here after their first counted run and the next aggregation.{' '}
          <code>npm run demo</code> with the service running creates some;{' '}
          <a className="link" href={paths.apiDocs()}>
            the interface
          </a>{' '}
          accepts your own.
        </p>
      </div>
    )
  return (
    <div className="flex flex-wrap items-center gap-3 p-6 text-ink-2">
      <p>No pipelines match these filters.</p>
      <a
        href={paths.scoreboard()}
        className={buttonClass()}
        onClick={(event) => {
          event.preventDefault()
          onClear()
        }}
      >
        Clear filters
      </a>
    </div>
  )
}
