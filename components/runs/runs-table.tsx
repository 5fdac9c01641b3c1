// Client: sorts and turns pages without loading the page again.
'use client'

import { useTable } from '@tanstack/react-table'
import Link from 'next/link'
import type { MouseEvent, ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { runningTimeWords } from '@/lib/core/scoreboard/rows/row-words'
import { runKindWords, runPath } from '../start/recent-store'
import { buttonClass } from '../ui/button-class'
import { Icon, type IconName } from '../ui/icon'
import { RelativeTime } from '../ui/time'
import { verdictTones } from '../ui/verdict-styles'
import { causeWords, type ListedRun, runFeatures, sortingColumns } from './run-columns'
import { nextOrder, type RunColumn, type RunView, runPageSize } from './run-filter'
import { WalletLabel } from './wallet-label'

interface Column {
  readonly id: RunColumn
  readonly header: string
  /** Its width where the list is a table. */
  readonly width: string
  /** Its place in the card that a row is on a narrow screen; absent there without one. */
  readonly place: string
  readonly isRight?: true
  readonly cell: (run: ListedRun, now: number) => ReactNode
}

const kindIcons: Readonly<Record<'issuance' | 'presentation' | 'campaign', IconName>> = {
  issuance: 'download',
  presentation: 'upload',
  campaign: 'play',
}

const columns: readonly Column[] = [
  {
    id: 'verdict',
    header: 'Verdict',
    width: 'w-[84px]',
    place: 'col-start-2 row-start-1',
    cell: ({ tone, words }) => (
      <span data-outcome={tone} className={cn('inline-flex align-middle', verdictTones[tone].ink)}>
        <Icon name={verdictTones[tone].icon} className="size-4" />
        <span className="sr-only">{words}</span>
      </span>
    ),
  },
  {
    id: 'rule',
    header: 'Rule',
    width: 'w-[17%]',
    place: 'col-start-3 col-end-5 row-start-2',
    cell: ({ cause, times }) => (
      <span className="flex min-w-0 items-center gap-1.5">
        {cause === undefined ? (
          <span className="text-ink-3 max-[60rem]:hidden">–</span>
        ) : (
          <span className="wire truncate text-xs" title={cause.check}>
            {cause.check}
          </span>
        )}
        {times !== undefined && (
          <span className="rounded-full bg-sunk px-1.5 text-xs text-ink-2 tabular-nums">×{times}</span>
        )}
      </span>
    ),
  },
  {
    id: 'cause',
    header: 'Cause',
    width: '',
    place: 'col-start-3 row-start-1',
    cell: (run) => (
      <Link className="block truncate py-[3px] hover:underline" prefetch={false} href={run.href ?? runPath(run)}>
        {run.name === undefined ? (
          causeWords(run)
        ) : (
          <>
            <bdi className="font-[550]">{run.name}</bdi> <span className="text-ink-2">{causeWords(run)}</span>
          </>
        )}
      </Link>
    ),
  },
  {
    id: 'what',
    header: 'What',
    width: 'w-[14%]',
    place: 'max-[60rem]:hidden',
    cell: ({ kind = 'issuance', title, builtIn }) => (
      <span className="flex items-center gap-1.5 text-ink-2" title={title}>
        <Icon name={kindIcons[kind]} className="size-3.5 shrink-0" />
        <span className="sr-only">{runKindWords[kind]}, </span>
        <span className="truncate">{builtIn === true ? `${title}, built in` : title}</span>
      </span>
    ),
  },
  {
    id: 'wallet',
    header: 'Wallet',
    width: 'w-[14%]',
    place: 'col-start-3 col-end-5 row-start-3',
    cell: ({ wallet }) => (
      <span className={cn('block truncate', wallet?.version === undefined && 'text-ink-3')}>
        <WalletLabel wallet={wallet} />
      </span>
    ),
  },
  {
    id: 'took',
    header: 'Took',
    width: 'w-[72px]',
    place: 'max-[60rem]:hidden',
    isRight: true,
    cell: ({ tookMillis }) => (
      <span className="text-ink-2 tabular-nums">{tookMillis === undefined ? '–' : runningTimeWords(tookMillis)}</span>
    ),
  },
  {
    id: 'by',
    header: 'Started by',
    width: 'w-[104px]',
    place: 'max-[60rem]:hidden',
    cell: ({ startedBy = '' }) => (
      <span className="block truncate text-ink-2" title={startedBy}>
        {startedBy === '' ? '–' : <bdi>{startedBy}</bdi>}
      </span>
    ),
  },
  {
    id: 'when',
    header: 'When',
    width: 'w-[100px]',
    place: 'col-start-4 row-start-1',
    isRight: true,
    cell: ({ createdAt }, now) => (
      <span className="whitespace-nowrap text-ink-2 max-[60rem]:text-xs">
        <RelativeTime at={createdAt} now={now} />
      </span>
    ),
  },
]

interface RunsTableProps {
  /** Filtered rows, newest first. */
  readonly rows: readonly ListedRun[]
  readonly view: RunView
  /** The address of a view. */
  readonly hrefOf: (view: RunView) => string
  /** Shows another view without leaving the page, where a link to it was pressed. */
  readonly onFollow: (view: RunView, event: MouseEvent) => void
  /** Ids of the ticked rows. */
  readonly chosen: readonly string[]
  readonly onChoose: (id: string) => void
  /** The form that takes the ticks where no script runs. */
  readonly form: string
  /** Shown instead of an empty table. */
  readonly empty: ReactNode
  /** Time of rendering, epoch milliseconds. */
  readonly now: number
  /** Turns pages where these rows are one of many; by default they are cut into pages here. */
  readonly pager?: ReactNode
}

/** Most rows that are compared with each other. */
const chosenMax = 2

/** Runs as a table, and as cards on a narrow screen. */
export function RunsTable({ rows, view, hrefOf, onFollow, chosen, onChoose, form, empty, now, pager }: RunsTableProps) {
  const { order } = view
  const pages = Math.max(1, Math.ceil(rows.length / runPageSize))
  const page = pager === undefined ? Math.min(view.page, pages) : 1
  const table = useTable({
    features: runFeatures,
    columns: sortingColumns,
    data: rows,
    getRowId: ({ sessionId }) => sessionId,
    state: {
      sorting: [{ id: order.by, desc: order.descending }],
      pagination: { pageIndex: page - 1, pageSize: pager === undefined ? runPageSize : Math.max(1, rows.length) },
    },
    autoResetPageIndex: false,
  })
  if (rows.length === 0)
    return (
      <>
        <div className="p-4 text-sm text-ink-2">{empty}</div>
        {pager}
      </>
    )
  return (
    <>
      <table className="block w-full text-sm min-[60rem]:table min-[60rem]:table-fixed">
        <caption className="sr-only">Sessions and campaigns</caption>
        <thead className="max-[60rem]:sr-only">
          <tr className="bg-sunk">
            <th scope="col" className="w-11 border-b border-line-strong">
              <span className="sr-only">Compare</span>
            </th>
            {columns.map(({ id, header, width, isRight }) => {
              const isSorted = order.by === id
              const next: RunView = { ...view, page: 1, order: nextOrder(order, id) }
              return (
                <th
                  key={id}
                  scope="col"
                  aria-sort={isSorted ? (order.descending ? 'descending' : 'ascending') : undefined}
                  className={cn('border-b border-line-strong p-0', width)}
                >
                  <a
                    href={hrefOf(next)}
                    onClick={(event) => onFollow(next, event)}
                    className={cn(
                      'flex min-h-8 items-center gap-1 px-2 text-xs font-[550] whitespace-nowrap text-ink-2 hover:text-ink',
                      isRight && 'justify-end',
                    )}
                  >
                    {header}
                    <Icon
                      name={isSorted ? 'down' : 'sort'}
                      className={cn('size-3 shrink-0', isSorted && !order.descending && 'rotate-180')}
                    />
                  </a>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody className="block min-[60rem]:table-row-group">
          {table.getRowModel().rows.map(({ original: run }) => {
            const isChosen = chosen.includes(run.sessionId)
            return (
              <tr
                key={run.sessionId}
                data-run={run.sessionId}
                className={cn(
                  'relative grid grid-cols-[auto_auto_minmax(0,1fr)_auto] items-center gap-x-2 border-b border-line px-3 py-1.5 last:border-b-0 hover:bg-hover min-[60rem]:table-row min-[60rem]:h-9',
                  isChosen && 'bg-accent-soft',
                  run.tone === 'open' && 'text-ink-2',
                )}
              >
                <td className="col-start-1 row-start-1 min-[60rem]:border-b min-[60rem]:border-line min-[60rem]:pl-3">
                  <label className="flex size-6 items-center justify-center">
                    <span className="sr-only">Compare {run.name ?? causeWords(run)}</span>
                    <input
                      type="checkbox"
                      name="run"
                      value={run.sessionId}
                      form={form}
                      checked={isChosen}
                      disabled={!isChosen && chosen.length >= chosenMax}
                      onChange={() => onChoose(run.sessionId)}
                    />
                  </label>
                </td>
                {columns.map(({ id, place, isRight, cell }) => (
                  <td
                    key={id}
                    className={cn(
                      'min-w-0 min-[60rem]:border-b min-[60rem]:border-line min-[60rem]:px-2',
                      isRight && 'min-[60rem]:text-right',
                      place,
                    )}
                  >
                    {cell(run, now)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
      {pager ?? (
        <Pages
          page={page}
          pages={pages}
          hrefOf={(to) => hrefOf({ ...view, page: to })}
          onFollow={(to, event) => onFollow({ ...view, page: to }, event)}
        />
      )}
    </>
  )
}

interface PagesProps {
  readonly page: number
  readonly pages: number
  readonly hrefOf: (page: number) => string
  readonly onFollow: (page: number, event: MouseEvent) => void
}

/** Links to the pages beside this one; nothing for a single page. */
function Pages({ page, pages, hrefOf, onFollow }: PagesProps) {
  if (pages === 1) return null
  const link = (to: number, words: string) =>
    to >= 1 &&
    to <= pages && (
      <a href={hrefOf(to)} onClick={(event) => onFollow(to, event)} className={buttonClass()}>
        {words}
      </a>
    )
  return (
    <nav
      aria-label="Pages of the list"
      className="flex items-center gap-3 border-t border-line px-4 py-2 text-sm text-ink-2"
    >
      {link(page - 1, 'Previous')}
      <span className="tabular-nums">
        Page {page} of {pages}
      </span>
      {link(page + 1, 'Next')}
    </nav>
  )
}
