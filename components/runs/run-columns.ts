import {
  createColumnHelper,
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import type { OutcomeTone } from '@/lib/core/engine/evidence/outcomes'
import type { RecentSession } from '../start/recent-store'
import { type RunColumn, walletWords } from './run-filter'

/** A run in the list. */
export interface ListedRun extends RecentSession {
  /** Its page; that of its session by default. */
  readonly href?: string
  /** Runs with equal settings have equal texts; the title by default. */
  readonly settings?: string
  /** How many neighbours this one stands for. */
  readonly times?: number
}

export const runFeatures = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
})

const helper = createColumnHelper<typeof runFeatures, ListedRun>()

/** What is read first stands first. */
const toneRanks: Readonly<Record<OutcomeTone, number>> = { fail: 0, warn: 1, open: 2, pass: 3 }

type Key = string | number | undefined

/** What each column sorts by; `undefined` for nothing, which comes last in both directions. */
const keys: Readonly<Record<RunColumn, (run: ListedRun) => Key>> = {
  verdict: ({ tone }) => toneRanks[tone],
  rule: ({ cause }) => cause?.check,
  cause: (run) => (run.name ?? causeWords(run)).toLowerCase(),
  what: ({ kind = 'issuance', title }) => `${kind} ${title}`,
  wallet: (run) => walletWords(run).toLowerCase() || undefined,
  took: ({ tookMillis }) => tookMillis,
  by: ({ startedBy }) => startedBy || undefined,
  when: ({ createdAt }) => createdAt,
}

/** What was wrong with a run, or what came of it. */
export const causeWords = ({ cause, words }: RecentSession): string => cause?.words ?? words

/** The columns by which a table of runs sorts. */
export const sortingColumns = helper.columns(
  (Object.keys(keys) as RunColumn[]).map((id) =>
    helper.accessor((run: ListedRun) => keys[id](run), {
      id,
      sortFn: (one, other) => compare(one.getValue<Key>(id), other.getValue<Key>(id)),
      sortUndefined: 'last',
    }),
  ),
)

const compare = (one: Key, other: Key): number => (one === other ? 0 : (one ?? '') < (other ?? '') ? -1 : 1)
