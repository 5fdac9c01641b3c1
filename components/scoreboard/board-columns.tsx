import {
  createColumnHelper,
  createPaginatedRowModel,
  type RowModel,
  rowPaginationFeature,
  rowSortingFeature,
  type TableFeatures,
  tableFeatures,
} from '@tanstack/react-table'
import type { EntityKind } from '@/lib/core/scoreboard/rows/compact-scoreboard'
import { orderRows, type SortName } from '@/lib/core/scoreboard/rows/order-rows'
import { runnerTypeWords, runningTimeWords } from '@/lib/core/scoreboard/rows/row-words'
import type { ScoreboardEntity, ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { paths } from '@/lib/paths'
import { ChecksCell } from './checks-cell'
import { EntityList, Nothing } from './entity-list'
import { PipelineCell } from './pipeline-cell'
import { ScreenshotCell } from './screenshot-cell'
import { SuccessCell } from './success-cell'

/** What cells need besides their row. */
interface BoardMeta {
  /** When the page was rendered, epoch milliseconds. */
  readonly now: number
  readonly openScreenshot: ((row: ScoreboardRow) => void) | undefined
  /** All rows, including those that the filter hides. */
  readonly all: readonly ScoreboardRow[]
}

type BoardRowModel = RowModel<TableFeatures, ScoreboardRow>
interface SortedTable {
  readonly options: { readonly meta?: BoardMeta }
  readonly atoms: { readonly sorting: { get(): readonly { readonly id: string; readonly desc: boolean }[] } }
  getPreSortedRowModel(): BoardRowModel
}

/**
 * Sorts the table with the same function as the server's pages. Each order of all rows is computed once, and the
 * filtered rows are picked from it, so a click compares nothing twice.
 */
function createBoardOrder(table: SortedTable): () => BoardRowModel {
  let last: { readonly from: BoardRowModel; readonly by: string; readonly desc: boolean; readonly to: BoardRowModel }
  return () => {
    const from = table.getPreSortedRowModel()
    const [sorting] = table.atoms.sorting.get()
    if (sorting === undefined) return from
    const { id: by, desc } = sorting
    if (last?.from === from && last.by === by && last.desc === desc) return last.to
    const ordered = orderRows(table.options.meta?.all ?? [], { by: by as SortName, descending: desc })
    const rows = ordered.flatMap(({ id }) => from.rowsById[id] ?? [])
    last = { from, by, desc, to: { rows, flatRows: rows, rowsById: from.rowsById } }
    return last.to
  }
}

export const boardFeatures = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createBoardOrder,
  paginatedRowModel: createPaginatedRowModel(),
  tableMeta: {} as BoardMeta,
})

const helper = createColumnHelper<typeof boardFeatures, ScoreboardRow>()

/** Link to the rows that use a name. */
const rowsWith = (parameters: Record<string, string>): string => paths.scoreboard(`?${new URLSearchParams(parameters)}`)

const facetOf: Readonly<Partial<Record<EntityKind, string>>> = {
  wallets: 'wallet',
  issuers: 'issuer',
  verifiers: 'verifier',
  mobile_runners: 'runner',
}

const itemsOf = (row: ScoreboardRow, kind: EntityKind, note: (entity: ScoreboardEntity) => string = () => '') =>
  row.expand[kind].map((entity) => {
    const facet = facetOf[kind]
    const href = rowsWith(facet === undefined ? { q: entity.name } : { [facet]: entity.path })
    return { key: entity.path, name: entity.name, logo: entity.logo, href, note: note(entity) }
  })

function Entities({
  row,
  kind,
  label,
}: {
  readonly row: ScoreboardRow
  readonly kind: EntityKind
  readonly label: string
}) {
  return <EntityList label={label} items={itemsOf(row, kind)} notPublic={row.not_public[kind]} />
}

/** Wallets, each with the version in use. */
function Wallets({ row }: { readonly row: ScoreboardRow }) {
  const versions = row.expand.wallet_versions
  const versionOf = ({ path }: ScoreboardEntity): string =>
    versions.flatMap((version) => (version.path.startsWith(`${path}/`) ? [version.detail || version.name] : [])).join()
  return (
    <EntityList label="Wallets" items={itemsOf(row, 'wallets', versionOf)} notPublic={row.not_public.wallets}>
      {row.external_wallet_version && <p className="text-ink-3">external install</p>}
    </EntityList>
  )
}

/** Credentials; the tooltip names the issuer. */
function Credentials({ row }: { readonly row: ScoreboardRow }) {
  const items = itemsOf(row, 'credentials').map((item) => {
    const issuerPath = item.key.slice(0, item.key.lastIndexOf('/'))
    const issuer = row.expand.issuers.find(({ path }) => path === issuerPath)
    return { ...item, title: `Issued by ${issuer?.name ?? issuerPath}` }
  })
  return <EntityList label="Credentials" items={items} notPublic={row.not_public.credentials} />
}

/** One column of the board. `width`: pixels on a wide screen. */
function column(
  by: SortName,
  header: string,
  width: number,
  cell: (row: ScoreboardRow, meta: BoardMeta) => React.ReactNode,
) {
  const meta = { now: 0, openScreenshot: undefined, all: [] }
  return helper.display({
    id: by,
    header,
    meta: { width },
    cell: ({ row, table }) => cell(row.original, table.options.meta ?? meta),
  })
}

const entities = (by: SortName, header: string, width: number, kind: EntityKind) =>
  column(by, header, width, (row) => <Entities row={row} kind={kind} label={header} />)

/** The twelve columns, in order. */
export const boardColumns = helper.columns([
  column('name', 'Pipeline name', 167, (row, { now }) => <PipelineCell row={row} now={now} />),
  column('screenshot', 'Screenshot', 107, (row, { openScreenshot }) => (
    <ScreenshotCell row={row} onOpen={openScreenshot} />
  )),
  column('success_rate', 'Success rate', 150, (row) => <SuccessCell row={row} />),
  column('wallets', 'Wallets', 108, (row) => <Wallets row={row} />),
  entities('issuers', 'Issuers', 104, 'issuers'),
  column('credentials', 'Credentials', 108, (row) => <Credentials row={row} />),
  entities('verifiers', 'Verifiers', 94, 'verifiers'),
  entities('use_case_verifications', 'Use-case verifications', 115, 'use_case_verifications'),
  column('conformance_checks', 'Conformance checks', 120, (row) => (
    <ChecksCell checks={row.expand.conformance_checks} pipeline={row.expand.pipeline?.path} />
  )),
  entities('custom_integrations', 'Custom integrations', 114, 'custom_integrations'),
  column('runners', 'Runners', 107, (row) => (
    <EntityList
      label="Runners"
      items={itemsOf(row, 'mobile_runners', ({ detail }) => runnerTypeWords(detail))}
      notPublic={row.not_public.mobile_runners}
    />
  )),
  column('minimum_running_time', 'Minimum running time', 95, (row) =>
    row.minimum_running_time_ms === null ? (
      <Nothing />
    ) : (
      <span className="text-xs tabular-nums" title={`${row.minimum_running_time_ms} ms`}>
        {runningTimeWords(row.minimum_running_time_ms)}
      </span>
    ),
  ),
])
