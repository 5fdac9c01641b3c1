'use client'

import {
  createColumnHelper,
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  sortFns,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import Link from 'next/link'
import { useEffect, useMemo, useState } from 'react'
import useSWR from 'swr'
import { cn } from '@/lib/cn'
import { isObject } from '@/lib/core/shared/values/json'
import { paths } from '@/lib/paths'
import type { LedgerRow } from '@/lib/queries/ledger'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { pollEvery } from '../ui/in-browser'
import { ListPager, ListRow, ListTable, listCellClass } from '../ui/list-table'
import { LiveWords } from '../ui/live-words'
import { LocalTime } from '../ui/time'
import { Verdict } from '../ui/verdict'
import {
  countLedger,
  countWords,
  filterLedger,
  type LedgerFilter,
  type LedgerStart,
  ledgerChoices,
  ledgerPageSize,
  ledgerQuery,
  mergeRows,
} from './ledger-filter'
import { LedgerFilters } from './ledger-filters'

const ledgerFeatures = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
  sortFns,
})

const helper = createColumnHelper<typeof ledgerFeatures, LedgerRow>()

const ledgerColumns = helper.columns([
  helper.accessor('at', {
    header: 'Received',
    cell: ({ getValue }) => <LocalTime at={getValue()} to="second" />,
  }),
  helper.accessor('method', { header: 'Method', cell: ({ getValue }) => <code>{getValue()}</code> }),
  helper.accessor('path', {
    header: 'Path',
    cell: ({ row }) => <PathCell row={row.original} />,
  }),
  helper.accessor('status', { header: 'Status', cell: ({ getValue }) => <StatusCell status={getValue()} /> }),
  helper.accessor('verdict', {
    header: 'Verdict',
    cell: ({ getValue }) => {
      const verdict = getValue()
      return verdict === null ? <span className="text-ink-3">not judged</span> : <Verdict status={verdict} />
    },
  }),
  helper.accessor('durationMs', {
    header: 'Duration',
    cell: ({ getValue }) => <span className="whitespace-nowrap text-ink-2 tabular-nums">{getValue()} ms</span>,
  }),
  helper.accessor('program', {
    header: 'Wallet',
    cell: ({ getValue, row }) =>
      getValue() === null ? (
        <span className="text-ink-3">
          {row.original.omittedBy === null ? 'unknown' : `not kept: ${row.original.omittedBy}`}
        </span>
      ) : (
        <span className="line-clamp-2 text-xs [overflow-wrap:anywhere]">{getValue()}</span>
      ),
  }),
  helper.accessor('issuer', {
    header: 'Issuer',
    cell: ({ getValue }) => getValue() ?? <span className="text-ink-3">none</span>,
  }),
  helper.accessor('sessionId', { header: 'Session', cell: ({ row }) => <SessionCell row={row.original} /> }),
])

/** Path of a request, linked to its exchange; the whole row is clickable. Plain text without a session. */
function PathCell({ row: { id, method, path, protocol, sessionId } }: { readonly row: LedgerRow }) {
  if (sessionId === null) return <span className="wire text-xs">{path}</span>
  const inspect = protocol === 'openid4vp' ? paths.inspectPresentation : paths.inspectIssuance
  return (
    <Link
      className="wire text-xs hover:underline after:absolute after:inset-0"
      prefetch={false}
      href={inspect(sessionId, { exchange: id })}
      aria-label={`Open ${method} ${path} in session ${sessionId}`}
    >
      {path}
    </Link>
  )
}

/** Shortened session id of a request, with a mark for built-in pipelines. */
function SessionCell({ row: { sessionId, builtIn } }: { readonly row: LedgerRow }) {
  if (sessionId === null) return <span className="text-ink-3">none</span>
  return (
    <span className="whitespace-nowrap">
      <span className="wire text-xs">{sessionId.slice(0, 8)}…</span>
      {builtIn && <span className="block text-xs text-ink-3">built in</span>}
    </span>
  )
}

/**
 * Status code of a response. A refusal stands out by font weight, not colour, because a planned refusal is not a
 * failure.
 */
function StatusCell({ status }: { readonly status: number | null }) {
  if (status === null) return <span className="text-ink-3">no response</span>
  return <code className={cn(status >= 400 ? 'font-semibold text-ink' : 'text-ink-2')}>{status}</code>
}

/** On a phone these columns are folded below the others; otherwise ten requests would fill seven screens. */
const foldedColumns: ReadonlySet<string> = new Set(['durationMs', 'program', 'issuer', 'sessionId'])

const sortWords = { asc: 'ascending', desc: 'descending' } as const

/** Request ledger: newest first, live, each row linked to its exchange. */
export function LedgerTable({ start }: { readonly start: LedgerStart }) {
  const { rows, complete, lost } = useLedgerRows(start)
  const [filter, setFilter] = useState(start.filter)
  const data = useMemo(() => filterLedger(rows, filter), [rows, filter])
  const choices = useMemo(() => (complete ? ledgerChoices(rows) : start), [rows, complete, start])
  const counts = countLedger({ start, filter, complete, matching: data.length, total: rows.length })
  const table = useTable({
    features: ledgerFeatures,
    columns: ledgerColumns,
    data,
    getRowId: ({ id }) => id,
    initialState: { sorting: [{ id: 'at', desc: true }], pagination: { pageIndex: 0, pageSize: ledgerPageSize } },
    autoResetPageIndex: false,
  })
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) =>
    setUnfolded(new Set(unfolded.has(id) ? [...unfolded].filter((one) => one !== id) : [...unfolded, id]))
  const change = (next: LedgerFilter) => {
    setFilter(next)
    table.setPageIndex(0)
    window.history.replaceState(null, '', `${window.location.pathname}${ledgerQuery(next)}`)
  }
  const { pageIndex } = table.state.pagination
  const pages = Math.max(1, Math.ceil((counts?.matching ?? 0) / ledgerPageSize))
  return (
    <div className="rounded-md border border-line bg-surface">
      <LedgerFilters filter={filter} onChange={change} methods={choices.methods} issuers={choices.issuers} />
      <p
        className="flex flex-wrap items-center gap-x-4 border-b border-line px-4 py-2 text-sm text-ink-2"
        role="status"
      >
        <span className="tabular-nums">{countWords(counts, filter, start)}</span>
        <LiveWords lost={lost} at={start.at} />
      </p>
      {data.length === 0 ? (
        <p className="p-4 text-sm text-ink-2">
          {counts === null ? (
            'Loading older requests.'
          ) : counts.total === 0 ? (
            <>
              No wallet has sent anything yet. Start a session and scan its code: the first request appears here. If it
              does not, no wallet reaches this service:{' '}
              <Link className="link" href={paths.phone()}>
                connect a phone
              </Link>
              .
            </>
          ) : (
            'No requests match this filter.'
          )}
        </p>
      ) : (
        <ListTable
          caption="Requests to protocol endpoints"
          head={table.getHeaderGroups().flatMap(({ headers }) =>
            headers.map((header) => {
              const sorted = header.column.getIsSorted()
              return (
                <th
                  key={header.id}
                  scope="col"
                  aria-sort={sorted === false ? undefined : sortWords[sorted]}
                  className="border-b border-line-strong p-0 text-left align-bottom"
                >
                  <button
                    type="button"
                    onClick={header.column.getToggleSortingHandler()}
                    className="flex min-h-10 w-full items-center gap-1 px-3 text-left text-xs font-[550] text-ink-2 hover:text-ink"
                  >
                    <table.FlexRender header={header} />
                    {sorted !== false && (
                      <Icon name="down" className={sorted === 'asc' ? 'size-3.5 rotate-180' : 'size-3.5'} />
                    )}
                  </button>
                </th>
              )
            }),
          )}
        >
          {table.getRowModel().rows.map((row) => (
            <ListRow key={row.id}>
              {row.getAllCells().map((cell) => (
                <td
                  key={cell.id}
                  data-label={String(cell.column.columnDef.header)}
                  className={cn(
                    listCellClass(
                      'max-[60rem]:grid-cols-[110px_minmax(0,1fr)] max-[60rem]:gap-2 max-[60rem]:before:text-ink-3 max-[60rem]:before:content-[attr(data-label)]',
                    ),
                    foldedColumns.has(cell.column.id) && !unfolded.has(row.id)
                      ? 'max-[60rem]:hidden'
                      : 'max-[60rem]:grid',
                  )}
                >
                  <table.FlexRender cell={cell} />
                </td>
              ))}
              {/* Above the link that covers the row. */}
              <td className="relative justify-self-start min-[60rem]:hidden">
                <button
                  type="button"
                  aria-expanded={unfolded.has(row.id)}
                  onClick={() => toggle(row.id)}
                  className={buttonClass({ look: 'quiet', size: 'small' }, '-ml-2')}
                >
                  {unfolded.has(row.id) ? 'Less' : 'More'}
                </button>
              </td>
            </ListRow>
          ))}
        </ListTable>
      )}
      <ListPager
        label="Pages of the ledger"
        words={`Page ${pageIndex + 1} of ${pages}`}
        onNewer={table.getCanPreviousPage() ? () => table.previousPage() : null}
        onOlder={table.getCanNextPage() ? () => table.nextPage() : null}
      />
    </div>
  )
}

const isRow = (value: unknown): value is LedgerRow =>
  isObject(value) && typeof value.id === 'string' && typeof value.at === 'string'

async function fetchRows(url: string): Promise<readonly LedgerRow[]> {
  const answer = await fetch(url)
  const body: unknown = await answer.json()
  if (!answer.ok || !isObject(body) || !Array.isArray(body.rows)) throw new Error(`Ledger: ${answer.status}`)
  return body.rows.filter(isRow)
}

/** The first rows, then the whole ledger, newest first, plus rows that arrive while the page is visible. */
function useLedgerRows({ rows: first, counts }: Pick<LedgerStart, 'rows' | 'counts'>): {
  readonly rows: readonly LedgerRow[]
  /** False until all rows are loaded. */
  readonly complete: boolean
  readonly lost: boolean
} {
  const [{ rows, complete }, setKnown] = useState({ rows: first, complete: first.length === counts.total })
  const newest = complete ? (rows[0]?.id ?? null) : null
  const { data, error } = useSWR(paths.ledgerRows(newest), fetchRows, pollEvery(1000))
  useEffect(() => {
    if (data === undefined) return
    setKnown((known) => ({ rows: known.complete ? mergeRows(known.rows, data) : data, complete: true }))
  }, [data])
  return { rows, complete, lost: error !== undefined }
}
