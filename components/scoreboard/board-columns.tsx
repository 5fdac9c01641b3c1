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
import { PipelineCell, ScreenshotCell } from './board-cells'
import { bySuite, EmptyCell, EntityLine, type NamedItem } from './entity-list'
import { SuccessLine } from './success-cell'

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
  /** One line. */
  readonly cell: (row: ScoreboardRow, meta: BoardMeta) => ReactNode
  /** The names of its line, all of which the opened row lists. */
  readonly items?: (row: ScoreboardRow) => readonly NamedItem[]
  /** Classes that place it in the two lines of a narrow screen, where the other columns are left to the opened row. */
  readonly narrow?: string
}

/** Links a name to the rows that use it. */
const rowsUrl = (parameters: Record<string, string>): string => paths.scoreboard(`?${new URLSearchParams(parameters)}`)

const facetOf: Readonly<Partial<Record<EntityKind, string>>> = {
  wallets: 'wallet',
  issuers: 'issuer',
  verifiers: 'verifier',
  mobile_runners: 'runner',
}

const tag = ' (built in)'

/** Whether the pipeline comes with the service. Its row has one tag for that, and its cells do not repeat it. */
export const isBuiltIn = ({ expand }: ScoreboardRow): boolean => expand.pipeline?.name.endsWith(tag) ?? false

/** A name in a row: without what the tag of the row says. */
export const nameIn = (row: ScoreboardRow, name: string): string =>
  isBuiltIn(row) && name.endsWith(tag) ? name.slice(0, -tag.length) : name

const itemsOf = (row: ScoreboardRow, kind: EntityKind, note: (entity: ScoreboardEntity) => string = () => '') =>
  row.expand[kind].map((entity): NamedItem => {
    const facet = facetOf[kind]
    const href = rowsUrl(facet === undefined ? { q: entity.name } : { [facet]: entity.path })
    return { key: entity.path, name: nameIn(row, entity.name), logo: entity.logo, href, note: note(entity) }
  })

/** Wallets with the versions used. */
function walletsOf(row: ScoreboardRow): readonly NamedItem[] {
  const versions = row.expand.wallet_versions
  return itemsOf(row, 'wallets', ({ path }) => {
    const used = versions.flatMap((version) =>
      version.path.startsWith(`${path}/`) ? [version.tag || version.name] : [],
    )
    return used.filter((version) => !(isBuiltIn(row) && tag.includes(version))).join()
  })
}

/** Credentials; hovering shows the issuer. */
const credentialsOf = (row: ScoreboardRow): readonly NamedItem[] =>
  itemsOf(row, 'credentials').map((item) => {
    const issuerPath = item.key.slice(0, item.key.lastIndexOf('/'))
    const issuer = row.expand.issuers.find(({ path }) => path === issuerPath)
    return { ...item, title: `${item.name}, issued by ${issuer?.name ?? issuerPath}` }
  })

/** Suites with the number of their checks. */
const suitesOf = ({ expand }: ScoreboardRow): readonly NamedItem[] =>
  bySuite(expand.conformance_checks).map(([suite, checks]) => ({
    ...{ key: suite, name: suite, logo: '', href: rowsUrl({ suite }), note: String(checks.length) },
    title: `${suite}: ${checks.length} ${checks.length === 1 ? 'check' : 'checks'}`,
  }))

function RunningTime({ millis }: { readonly millis: number | null }) {
  if (millis === null) return <EmptyCell />
  return (
    <span className="whitespace-nowrap tabular-nums" title={`${millis} ms`}>
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

interface NamesColumn extends RowSort {
  readonly width: number
  readonly items: (row: ScoreboardRow) => readonly NamedItem[]
  readonly narrow?: string
}

/** A column that lists names. */
const namesColumn = (column: NamesColumn): BoardColumn => ({
  ...column,
  cell: (row) => <EntityLine label={column.header} items={column.items(row)} />,
})

/** A column that lists names of one kind. */
const entities = (kind: EntityKind, header: string, width: number): BoardColumn =>
  namesColumn({ id: kind, header, width, sort: byNames(kind), items: (row) => itemsOf(row, kind) })

/** Columns in order. The first one names the row. */
export const boardColumns: readonly BoardColumn[] = [
  {
    id: 'name',
    header: 'Pipeline name',
    width: 249,
    sort: ({ expand }) => (expand.pipeline === undefined ? null : [expand.pipeline.name]),
    cell: (row) => (
      <PipelineCell row={row} name={nameIn(row, row.expand.pipeline?.name ?? '')} builtIn={isBuiltIn(row)} />
    ),
    narrow: 'max-md:order-1',
  },
  {
    id: 'screenshot',
    header: 'Screenshot',
    width: 92,
    sort: ({ expand: { latest_successful_execution: latest } }) =>
      byNumber(latest === undefined ? null : instantOf(latest.started_at)),
    ends: ['oldest first', 'newest first'],
    cell: (row, { openScreenshot }) => <ScreenshotCell row={row} onOpen={openScreenshot} />,
  },
  {
    id: 'success_rate',
    header: 'Success rate',
    width: 152,
    sort: (row) => [row.success_rate, row.total_runs],
    ends: ['lowest first', 'highest first'],
    cell: (row) => <SuccessLine row={row} />,
    narrow: 'max-md:order-2',
  },
  namesColumn({
    ...{ id: 'wallets', header: 'Wallets', width: 118, sort: byNames('wallets'), items: walletsOf },
    narrow: 'max-md:order-3 max-md:pl-7 max-md:text-xs max-md:text-ink-3',
  }),
  entities('issuers', 'Issuers', 92),
  namesColumn({
    id: 'credentials',
    header: 'Credentials',
    width: 96,
    sort: byNames('credentials'),
    items: credentialsOf,
  }),
  entities('verifiers', 'Verifiers', 84),
  entities('use_case_verifications', 'Use-case verifications', 102),
  namesColumn({
    id: 'conformance_checks',
    header: 'Conformance checks',
    width: 118,
    sort: ({ expand: { conformance_checks: checks } }) => (checks.length === 0 ? null : [checks.length]),
    ends: ['fewest first', 'most first'],
    items: suitesOf,
  }),
  entities('custom_integrations', 'Custom integrations', 100),
  namesColumn({
    ...{ id: 'runners', header: 'Runners', width: 92, sort: byNames('mobile_runners') },
    items: (row) =>
      itemsOf(row, 'mobile_runners', ({ name, type = '' }) => unlessRepeated(runnerTypeWords(type), name)),
  }),
  {
    id: 'minimum_running_time',
    header: 'Minimum running time',
    width: 95,
    sort: (row) => byNumber(shortestRunOf(row)),
    ends: ['shortest first', 'longest first'],
    cell: (row) => <RunningTime millis={shortestRunOf(row)} />,
    narrow: 'max-md:order-4 max-md:justify-self-end max-md:text-xs max-md:text-ink-3',
  },
]

/** Total width of columns, in pixels. */
export const widthOf = (columns: readonly BoardColumn[]): number => columns.reduce((sum, { width }) => sum + width, 0)

/** Columns with a value in none of the rows. */
export const emptyColumns = (rows: readonly ScoreboardRow[]): readonly BoardColumn[] =>
  rows.length === 0 ? [] : boardColumns.filter(({ sort }) => rows.every((row) => sort(row) === null))

/** The opened row shows the latest run, so that has no column. */
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
