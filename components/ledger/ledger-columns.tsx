import {
  createColumnHelper,
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  sortFns,
  tableFeatures,
} from '@tanstack/react-table'
import type { LedgerRow } from '@/lib/queries/ledger'
import { LocalTime } from '../ui/local-time'
import { Verdict } from '../ui/verdict'
import { PathCell } from './path-cell'
import { SessionCell } from './session-cell'
import { StatusCell } from './status-cell'

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
