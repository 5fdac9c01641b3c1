import {
  createColumnHelper,
  createPaginatedRowModel,
  rowPaginationFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import type { RecentSession } from '../start/recent-store'
import { runKindWords, runPath } from '../start/run-path'
import { buttonClass } from '../ui/button-class'
import { LocalTime } from '../ui/local-time'
import { OutcomeWords } from '../ui/outcome-words'
import { RenameForm } from './rename-form'
import { runPageSize, walletWords } from './run-filter'

const features = tableFeatures({ rowPaginationFeature, paginatedRowModel: createPaginatedRowModel() })
const helper = createColumnHelper<typeof features, RecentSession>()
const columns = helper.columns([
  helper.display({ id: 'run', header: 'Run', cell: ({ row }) => <RunCell run={row.original} /> }),
  helper.accessor('words', {
    header: 'Outcome',
    cell: ({ row: { original } }) => <OutcomeWords tone={original.tone} sentence={original.words} />,
  }),
  helper.display({
    id: 'wallet',
    header: 'Wallet and version',
    cell: ({ row }) => {
      const words = walletWords(row.original)
      return words === '' ? (
        <span className="text-ink-3">unknown wallet</span>
      ) : (
        <span className="line-clamp-2 [overflow-wrap:anywhere]">{words}</span>
      )
    },
  }),
  helper.accessor('createdAt', { header: 'Started', cell: ({ getValue }) => <LocalTime at={getValue()} /> }),
])

function RunCell({ run }: { readonly run: RecentSession }) {
  const [renamed, setRenamed] = useState<string | undefined>()
  const { kind = 'issuance', title } = run
  const name = renamed ?? run.name
  return (
    <div className="grid gap-0.5">
      <Link className="link [overflow-wrap:anywhere]" prefetch={false} href={runPath(run)}>
        {name ?? `${runKindWords[kind]}, ${title}`}
      </Link>
      {name !== undefined && (
        <span className="text-ink-2 [overflow-wrap:anywhere]">
          {runKindWords[kind]}, {title}
        </span>
      )}
      <RenameForm run={name === undefined ? run : { ...run, name }} onRenamed={setRenamed} />
    </div>
  )
}

interface RunsTableProps {
  /** The rows of this page. */
  readonly rows: readonly RecentSession[]
  /** What stands in place of the table without rows. */
  readonly empty: ReactNode
  /** From 0. */
  readonly page: number
  readonly hasNext: boolean
  readonly onPage: (page: number) => void
}

/** One page of runs. */
export function RunsTable({ rows, empty, page, hasNext, onPage }: RunsTableProps) {
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: ({ sessionId }) => sessionId,
    manualPagination: true,
    pageCount: hasNext ? page + 2 : page + 1,
    state: { pagination: { pageIndex: page, pageSize: runPageSize } },
  })
  return (
    <>
      {rows.length === 0 ? (
        <div className="p-4 text-sm text-ink-2">{empty}</div>
      ) : (
        <table className="block w-full text-sm min-[60rem]:table">
          <caption className="sr-only">Sessions and campaigns</caption>
          <thead className="max-[60rem]:sr-only">
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id} className="bg-sunk">
                {group.headers.map((header) => (
                  <th
                    key={header.id}
                    scope="col"
                    className="border-b border-line-strong px-3 py-2.5 text-left text-xs font-[550] text-ink-2"
                  >
                    <table.FlexRender header={header} />
                  </th>
                ))}
              </tr>
            ))}
          </thead>
          <tbody className="block min-[60rem]:table-row-group">
            {table.getRowModel().rows.map((row) => (
              <tr
                key={row.id}
                className="grid gap-1 border-b border-line px-4 py-2.5 last:border-b-0 hover:bg-hover min-[60rem]:table-row"
              >
                {row.getAllCells().map((cell) => (
                  <td key={cell.id} className="min-w-0 align-top min-[60rem]:px-3 min-[60rem]:py-2.5">
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {(page > 0 || hasNext) && (
        <nav
          aria-label="Pages of the list"
          className="flex items-center gap-3 border-t border-line px-4 py-2.5 text-sm text-ink-2"
        >
          <button
            type="button"
            className={buttonClass({ size: 'small' })}
            disabled={!table.getCanPreviousPage()}
            onClick={() => onPage(page - 1)}
          >
            Newer
          </button>
          <span className="tabular-nums">Page {page + 1}</span>
          <button
            type="button"
            className={buttonClass({ size: 'small' })}
            disabled={!table.getCanNextPage()}
            onClick={() => onPage(page + 1)}
          >
            Older
          </button>
        </nav>
      )}
    </>
  )
}
