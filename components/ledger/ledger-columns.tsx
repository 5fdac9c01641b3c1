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
    header: 'Received (UTC)',
    cell: ({ getValue }) => <time dateTime={getValue()}>{getValue().slice(0, 19).replace('T', ' ')}</time>,
  }),
  helper.accessor('method', { header: 'Method', cell: ({ getValue }) => <code>{getValue()}</code> }),
  helper.accessor('path', {
    header: 'Path',
    cell: ({ getValue }) => <span className="wire text-xs">{getValue()}</span>,
  }),
  helper.accessor('status', { header: 'Status', cell: ({ getValue }) => <StatusCell status={getValue()} /> }),
  helper.accessor('issuer', {
    header: 'Issuer',
    cell: ({ getValue }) => getValue() ?? <span className="text-ink-3">none</span>,
  }),
  helper.accessor('sessionId', { header: 'Session', cell: ({ row }) => <SessionCell row={row.original} /> }),
])
