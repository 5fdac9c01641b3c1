import {
  createColumnHelper,
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import type { EntityKind } from '@/lib/core/scoreboard/rows/compact-scoreboard'
import { compareKeys, type SortKey, type SortName, sortKey } from '@/lib/core/scoreboard/rows/order-rows'
import { runningTimeWords } from '@/lib/core/scoreboard/rows/row-words'
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
}

export const boardFeatures = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
  tableMeta: {} as BoardMeta,
})

const helper = createColumnHelper<typeof boardFeatures, ScoreboardRow>()

/** A column sorts like the server's pages: one comparison for both. Rows without a key come last in both directions. */
const ordered = (by: SortName) => ({
  id: by,
  accessor: (row: ScoreboardRow): NonNullable<SortKey> | undefined => sortKey(row, by) ?? undefined,
  options: {
    sortUndefined: 'last' as const,
    sortFn: (a: { getValue: (id: string) => unknown }, b: { getValue: (id: string) => unknown }, id: string): number =>
      compareKeys(a.getValue(id) as NonNullable<SortKey>, b.getValue(id) as NonNullable<SortKey>),
  },
})

/** The link of a name: the rows that use it. */
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
    return { key: entity.path, name: entity.name, href, note: note(entity) }
  })

function Entities({ row, kind }: { readonly row: ScoreboardRow; readonly kind: EntityKind }) {
  return <EntityList items={itemsOf(row, kind)} notPublic={row.not_public[kind]} />
}

/** Wallets, each with the version that was used. */
function Wallets({ row }: { readonly row: ScoreboardRow }) {
  const versions = row.expand.wallet_versions
  const versionOf = ({ path }: ScoreboardEntity): string =>
    versions.flatMap((version) => (version.path.startsWith(`${path}/`) ? [version.detail || version.name] : [])).join()
  return (
    <EntityList items={itemsOf(row, 'wallets', versionOf)} notPublic={row.not_public.wallets}>
      {row.external_wallet_version && <p className="text-ink-3">external install</p>}
    </EntityList>
  )
}

const runnerWords: Readonly<Record<string, string>> = {
  built_in_wallet: 'built in',
  real_wallet_qr: 'by QR code',
  external_ci: 'CI',
  android_emulator: 'Android emulator',
  redroid: 'Redroid',
  android_phone: 'Android phone',
  ios_simulator: 'iOS simulator',
  ios_phone: 'iPhone',
}

/** One column of the board. `width`: pixels on a wide screen. */
function column(
  by: SortName,
  header: string,
  width: number,
  cell: (row: ScoreboardRow, meta: BoardMeta) => React.ReactNode,
) {
  const { id, accessor, options } = ordered(by)
  return helper.accessor(accessor, {
    id,
    header,
    ...options,
    meta: { width },
    cell: ({ row, table }) => cell(row.original, table.options.meta ?? { now: 0, openScreenshot: undefined }),
  })
}

const entities = (by: SortName, header: string, width: number, kind: EntityKind) =>
  column(by, header, width, (row) => <Entities row={row} kind={kind} />)

/** The twelve columns, in order. */
const shownColumns = [
  column('name', 'Pipeline name', 160, (row, { now }) => <PipelineCell row={row} now={now} />),
  column('screenshot', 'Screenshot', 104, (row, { openScreenshot }) => (
    <ScreenshotCell row={row} onOpen={openScreenshot} />
  )),
  column('success_rate', 'Success rate', 160, (row) => <SuccessCell row={row} />),
  column('wallets', 'Wallets', 114, (row) => <Wallets row={row} />),
  entities('issuers', 'Issuers', 106, 'issuers'),
  entities('credentials', 'Credentials', 106, 'credentials'),
  entities('verifiers', 'Verifiers', 96, 'verifiers'),
  entities('use_case_verifications', 'Use-case verifications', 108, 'use_case_verifications'),
  column('conformance_checks', 'Conformance checks', 118, (row) => (
    <ChecksCell checks={row.expand.conformance_checks} />
  )),
  entities('custom_integrations', 'Custom integrations', 98, 'custom_integrations'),
  column('runners', 'Runners', 112, (row) => (
    <EntityList
      items={itemsOf(row, 'mobile_runners', ({ detail }) => runnerWords[detail] ?? detail)}
      notPublic={row.not_public.mobile_runners}
    />
  )),
  column('minimum_running_time', 'Minimum running time', 88, (row) =>
    row.minimum_running_time_ms === null ? (
      <Nothing />
    ) : (
      <span className="text-xs whitespace-nowrap tabular-nums" title={`${row.minimum_running_time_ms} ms`}>
        {runningTimeWords(row.minimum_running_time_ms)}
      </span>
    ),
  ),
]

const lastRun = ordered('last_run')

/** The columns of the table, plus the latest run, which can be sorted by but has no column. */
export const boardColumns = helper.columns([
  ...shownColumns,
  helper.accessor(lastRun.accessor, { id: lastRun.id, header: 'Latest run', ...lastRun.options }),
])

/** True for sort keys that have a visible column. */
export const isShown = (columnId: string): boolean => columnId !== lastRun.id
