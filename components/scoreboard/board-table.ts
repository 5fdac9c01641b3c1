import {
  createColumnHelper,
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import { compareKeys, type RankedKey, rankedKeys } from '@/lib/core/scoreboard/rows/order-rows'
import type { ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { boardSorts } from './board-columns'

export const boardFeatures = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
})

const helper = createColumnHelper<typeof boardFeatures, ScoreboardRow>()

/** What the table can sort these rows by, or some of them. Rows without a value come last both ways; equals stay as they are. */
export const sortableColumns = (rows: readonly ScoreboardRow[]) =>
  helper.columns(
    boardSorts.map(({ id, sort }) =>
      helper.accessor((row) => rankedKeys(rows, sort).get(row), {
        id,
        sortFn: (a, b) => compareKeys(a.getValue<RankedKey>(id), b.getValue<RankedKey>(id)),
        sortUndefined: 'last',
      }),
    ),
  )
