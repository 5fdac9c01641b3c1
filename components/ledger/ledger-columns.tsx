import {
  createColumnHelper,
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  sortFns,
  tableFeatures,
} from '@tanstack/react-table'
import Link from 'next/link'
import { cn } from '@/lib/cn'
import { paths } from '@/lib/paths'
import type { LedgerRow } from '@/lib/queries/ledger'
import { LocalTime } from '../ui/local-time'
import { Verdict } from '../ui/verdict'

export const ledgerFeatures = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
  sortFns,
})

const helper = createColumnHelper<typeof ledgerFeatures, LedgerRow>()

/** Columns of the ledger, in order. */
export const ledgerColumns = helper.columns([
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

/** The path of a request, linked to its exchange; the whole row is clickable. Plain text if it has no session. */
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

/** The shortened session id of a request; its row links there. Those of built-in pipelines say so. */
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
 * The status code of a response. A refusal stands out by font weight, not colour, because a planned refusal is not a
 * failure.
 */
function StatusCell({ status }: { readonly status: number | null }) {
  if (status === null) return <span className="text-ink-3">no response</span>
  return <code className={cn(status >= 400 ? 'font-semibold text-ink' : 'text-ink-2')}>{status}</code>
}
