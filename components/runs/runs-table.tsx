import {
  createColumnHelper,
  createPaginatedRowModel,
  rowPaginationFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { shortId } from '../inspector/model/tab-title'
import type { RecentSession } from '../start/recent-store'
import { runKindWords, runPath } from '../start/run-path'
import { ListPager, ListRow, ListTable, listCellClass } from '../ui/list-table'
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
  helper.accessor('createdAt', {
    header: 'Started',
    cell: ({ getValue }) => (
      <span className="whitespace-nowrap">
        <LocalTime at={getValue()} />
      </span>
    ),
  }),
])

function RunCell({ run }: { readonly run: RecentSession }) {
  const [renamed, setRenamed] = useState<string | undefined>()
  const { kind = 'issuance', title } = run
  const name = renamed ?? run.name
  return (
    <div className="grid gap-0.5 min-[60rem]:min-w-72">
      <Link className="link target [overflow-wrap:anywhere]" prefetch={false} href={runPath(run)}>
        {name ?? `${runKindWords[kind]}, ${title}`}
      </Link>
      <div className="flex min-h-[26px] flex-wrap items-center gap-x-3 text-ink-2">
        <span className="[overflow-wrap:anywhere]">
          {name !== undefined && `${runKindWords[kind]}, ${title} `}
          <span className="wire text-xs text-ink-3">{shortId(run.sessionId)}</span>
          {run.builtIn && <span className="text-xs text-ink-3">, built in</span>}
        </span>
        {run.mayRename === true && (
          <RenameForm run={name === undefined ? run : { ...run, name }} onRenamed={setRenamed} />
        )}
      </div>
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
        <ListTable
          caption="Sessions and campaigns"
          head={table.getHeaderGroups().flatMap(({ headers }) =>
            headers.map((header) => (
              <th
                key={header.id}
                scope="col"
                className="border-b border-line-strong px-3 py-2.5 text-left text-xs font-[550] text-ink-2"
              >
                <table.FlexRender header={header} />
              </th>
            )),
          )}
        >
          {table.getRowModel().rows.map((row) => (
            <ListRow key={row.id}>
              {row.getAllCells().map((cell) => (
                <td key={cell.id} className={listCellClass()}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </ListRow>
          ))}
        </ListTable>
      )}
      <ListPager
        label="Pages of the list"
        words={`Page ${page + 1}`}
        onNewer={page === 0 ? null : () => onPage(page - 1)}
        onOlder={hasNext ? () => onPage(page + 1) : null}
      />
    </>
  )
}
