import type { ReactNode } from 'react'
import type { EntityKind } from '@/lib/core/scoreboard/rows/compact-scoreboard'
import type { RowSort } from '@/lib/core/scoreboard/rows/order-rows'
import { runnerTypeWords, runningTimeWords } from '@/lib/core/scoreboard/rows/row-words'
import {
  instantOf,
  type ScoreboardEntity,
  type ScoreboardRow,
  shortestRunOf,
} from '@/lib/core/scoreboard/rows/scoreboard-row'
import { paths } from '@/lib/paths'
import { ChecksCell, PipelineCell, ScreenshotCell } from './board-cells'
import { EmptyCell, EntityList } from './entity-list'
import { SuccessCell } from './success-cell'

/** Input of cells besides their row. */
export interface BoardMeta {
  /** Time of rendering, epoch milliseconds. */
  readonly now: number
  readonly openScreenshot: ((row: ScoreboardRow) => void) | undefined
}

/** One column of the board, for server and browser. */
export interface BoardColumn extends RowSort {
  /** Pixels on a wide screen, where all columns must fit on the page. */
  readonly width: number
  readonly cell: (row: ScoreboardRow, meta: BoardMeta) => ReactNode
  /** Classes that place it in the card of a narrow screen. Without them it is shown on demand, under its header. */
  readonly card?: string
}

/** Links a name to the rows that use it. */
const rowsUrl = (parameters: Record<string, string>): string => paths.scoreboard(`?${new URLSearchParams(parameters)}`)

const facetOf: Readonly<Partial<Record<EntityKind, string>>> = {
  wallets: 'wallet',
  issuers: 'issuer',
  verifiers: 'verifier',
  mobile_runners: 'runner',
}

const itemsOf = (row: ScoreboardRow, kind: EntityKind, note: (entity: ScoreboardEntity) => string = () => '') =>
  row.expand[kind].map((entity) => {
    const facet = facetOf[kind]
    const href = rowsUrl(facet === undefined ? { q: entity.name } : { [facet]: entity.path })
    return { key: entity.path, name: entity.name, logo: entity.logo, href, note: note(entity) }
  })

/** Wallets with the versions used. */
function Wallets({ row }: { readonly row: ScoreboardRow }) {
  const versions = row.expand.wallet_versions
  const versionOf = ({ path }: ScoreboardEntity): string =>
    versions.flatMap((version) => (version.path.startsWith(`${path}/`) ? [version.tag || version.name] : [])).join()
  return (
    <EntityList label="Wallets" items={itemsOf(row, 'wallets', versionOf)}>
      {row.external_wallet_version && <p className="text-ink-3">external install</p>}
    </EntityList>
  )
}

/** Credentials; hovering shows the issuer. */
function Credentials({ row }: { readonly row: ScoreboardRow }) {
  const items = itemsOf(row, 'credentials').map((item) => {
    const issuerPath = item.key.slice(0, item.key.lastIndexOf('/'))
    const issuer = row.expand.issuers.find(({ path }) => path === issuerPath)
    return { ...item, title: `Issued by ${issuer?.name ?? issuerPath}` }
  })
  return <EntityList label="Credentials" items={items} />
}

function RunningTime({ millis }: { readonly millis: number | null }) {
  if (millis === null) return <EmptyCell />
  return (
    <span className="text-xs tabular-nums" title={`${millis} ms`}>
      {runningTimeWords(millis)}
    </span>
  )
}

const byNumber = (value: number | null) => (value === null ? null : ([value] as const))

/** Sorts by the first name of a list, then by its length. */
const byNames =
  (kind: EntityKind): RowSort['sort'] =>
  ({ expand }) => {
    const [first] = expand[kind]
    return first === undefined ? null : [first.name, expand[kind].length]
  }

/** Text to follow a name; '' if the name already says it. */
const unlessRepeated = (words: string, name: string): string =>
  name.toLowerCase().includes(words.toLowerCase()) ? '' : words

/** A column that lists names of one kind. */
const entities = (kind: EntityKind, header: string, width: number): BoardColumn => ({
  ...{ id: kind, header, width, sort: byNames(kind) },
  cell: (row) => <EntityList label={header} items={itemsOf(row, kind)} />,
})

/** Columns in order. The first one names the row. */
export const boardColumns: readonly BoardColumn[] = [
  {
    id: 'name',
    header: 'Pipeline name',
    width: 167,
    sort: ({ expand }) => (expand.pipeline === undefined ? null : [expand.pipeline.name]),
    cell: (row, { now }) => <PipelineCell row={row} now={now} />,
    card: 'max-md:order-2',
  },
  {
    id: 'screenshot',
    header: 'Screenshot',
    width: 107,
    sort: ({ expand: { latest_successful_execution: latest } }) =>
      byNumber(latest === undefined ? null : instantOf(latest.started_at)),
    ends: ['oldest first', 'newest first'],
    cell: (row, { openScreenshot }) => <ScreenshotCell row={row} onOpen={openScreenshot} />,
    card: 'max-md:order-1',
  },
  {
    id: 'success_rate',
    header: 'Success rate',
    width: 150,
    sort: (row) => [row.success_rate, row.total_runs],
    ends: ['lowest first', 'highest first'],
    cell: (row) => <SuccessCell row={row} />,
    card: 'max-md:order-4 max-md:col-span-3',
  },
  { ...entities('wallets', 'Wallets', 108), cell: (row) => <Wallets row={row} /> },
  entities('issuers', 'Issuers', 104),
  { ...entities('credentials', 'Credentials', 108), cell: (row) => <Credentials row={row} /> },
  entities('verifiers', 'Verifiers', 94),
  entities('use_case_verifications', 'Use-case verifications', 115),
  {
    id: 'conformance_checks',
    header: 'Conformance checks',
    width: 120,
    sort: ({ expand: { conformance_checks: checks } }) => (checks.length === 0 ? null : [checks.length]),
    ends: ['fewest first', 'most first'],
    cell: ({ expand }) => <ChecksCell checks={expand.conformance_checks} pipeline={expand.pipeline?.path} />,
  },
  entities('custom_integrations', 'Custom integrations', 114),
  {
    id: 'runners',
    header: 'Runners',
    width: 107,
    sort: byNames('mobile_runners'),
    cell: (row) => (
      <EntityList
        label="Runners"
        items={itemsOf(row, 'mobile_runners', ({ name, type = '' }) => unlessRepeated(runnerTypeWords(type), name))}
      />
    ),
  },
  {
    id: 'minimum_running_time',
    header: 'Minimum running time',
    width: 95,
    sort: (row) => byNumber(shortestRunOf(row)),
    ends: ['shortest first', 'longest first'],
    cell: (row) => <RunningTime millis={shortestRunOf(row)} />,
    card: 'max-md:order-3',
  },
]

/** Total width of the columns, in pixels. */
export const boardWidth = boardColumns.reduce((sum, { width }) => sum + width, 0)

/** The pipeline cell shows the latest run, so that has no column. */
const lastRun: RowSort = {
  id: 'last_run',
  header: 'Latest run',
  sort: (row) => byNumber(instantOf(row.last_execution_date)),
  ends: ['oldest first', 'newest first'],
}

/** All orders of rows. */
export const boardSorts: readonly RowSort[] = [...boardColumns, lastRun]

/** Order with this id; the latest run for any other id. */
export const sortOf = (by: string): RowSort => boardSorts.find(({ id }) => id === by) ?? lastRun
