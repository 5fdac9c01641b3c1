// Client: only the browser that started a run holds the key to rename it.
'use client'

import {
  createColumnHelper,
  createPaginatedRowModel,
  rowPaginationFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import Link from 'next/link'
import { type ReactNode, useId, useState } from 'react'
import { cn } from '@/lib/cn'
import { isObject } from '@/lib/core/shared/values/json'
import { paths } from '@/lib/paths'
import { shortId } from '../inspector/model/session-state'
import { type RecentSession, runKindWords, runPath, update } from '../start/recent-store'
import { readRenameKey } from '../start/rename-key'
import { buttonClass } from '../ui/button-class'
import { ListPager, ListRow, ListTable, listCellClass } from '../ui/list-table'
import { LocalTime } from '../ui/time'
import { OutcomeWords } from '../ui/verdict'
import { runPageSize } from './run-filter'
import { WalletLabel } from './wallet-label'

interface RenameFormProps {
  readonly run: RecentSession
  readonly onRenamed: (name: string) => void
}

/** Renames a run. Shown to the browser that started it and to the operator; the service refuses everyone else. */
function RenameForm({ run, onRenamed }: RenameFormProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [name, setName] = useState(run.name ?? '')
  const [refusal, setRefusal] = useState<string | null>(null)
  const problemId = useId()
  if (!isOpen)
    return (
      <button
        type="button"
        onClick={() => {
          setName(run.name ?? '')
          setIsOpen(true)
        }}
        className={buttonClass({ look: 'quiet', size: 'small' }, 'text-ink-2')}
      >
        {run.name === undefined ? 'Add a name' : 'Rename'}
        <span className="sr-only"> {run.name ?? run.title}</span>
      </button>
    )
  const send = async () => {
    const refused = await rename(run.sessionId, name)
    setRefusal(refused)
    if (refused !== null) return
    update([{ ...run, name: name.trim() }])
    onRenamed(name.trim())
    setIsOpen(false)
  }
  return (
    <form
      className="flex basis-full flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <input
        aria-label="Name of the run"
        aria-describedby={problemId}
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
        className="h-(--control-size) min-w-0 flex-[1_1_180px] rounded-md border border-control bg-surface px-2"
      />
      <button type="submit" className={buttonClass({ size: 'small' })}>
        Save
      </button>
      <button type="button" onClick={() => setIsOpen(false)} className={buttonClass({ look: 'quiet', size: 'small' })}>
        Cancel
      </button>
      <span id={problemId} role="alert" className="basis-full text-sm text-fail-ink">
        {refusal}
      </span>
    </form>
  )
}

/** Refusal as a sentence; `null` on success. */
async function rename(run: string, name: string): Promise<string | null> {
  const secret = readRenameKey()?.secret
  try {
    const answer = await fetch(paths.api.names(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ run, name, ...(secret === undefined ? {} : { secret }) }),
    })
    if (answer.ok) return null
    const body: unknown = await answer.json()
    return isObject(body) && typeof body.error_description === 'string'
      ? body.error_description
      : `The service responded with ${answer.status}.`
  } catch {
    return 'The service cannot be reached.'
  }
}

const features = tableFeatures({ rowPaginationFeature, paginatedRowModel: createPaginatedRowModel() })

const helper = createColumnHelper<typeof features, RecentSession>()

const columns = helper.columns([
  helper.display({ id: 'run', header: 'Run', cell: ({ row }) => <RunCell run={row.original} /> }),
  helper.accessor('words', {
    header: 'Outcome',
    cell: ({ row: { original } }) => (
      <OutcomeWords tone={original.tone} sentence={original.words} cause={original.cause} />
    ),
  }),
  helper.display({
    id: 'wallet',
    header: 'Wallet and version',
    cell: ({ row }) => {
      const { wallet } = row.original
      return (
        <span className={cn('line-clamp-2 [overflow-wrap:anywhere]', wallet?.version === undefined && 'text-ink-3')}>
          <WalletLabel wallet={wallet} />
        </span>
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
        {name === undefined ? `${runKindWords[kind]}, ${title}` : <bdi>{name}</bdi>}
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
  /** Rows of this page. */
  readonly rows: readonly RecentSession[]
  /** Shown instead of an empty table. */
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
