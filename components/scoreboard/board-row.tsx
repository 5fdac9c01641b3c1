import { memo } from 'react'
import { cn } from '@/lib/cn'
import type { ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { type BoardColumn, type BoardMeta, boardColumns } from './board-columns'
import { tableRole } from './table-role'

interface BoardRowProps {
  readonly row: ScoreboardRow
  readonly meta: BoardMeta
  /** The column that all rows are sorted by. */
  readonly sortedBy: string
}

/** One pipeline: a row of the table, and on a narrow screen a card. */
export const BoardRow = memo(function BoardRow({ row, meta, sortedBy }: BoardRowProps) {
  return (
    <tr
      {...tableRole('row')}
      className="grid grid-cols-[72px_minmax(0,1fr)_auto] gap-x-3 gap-y-2 border-b border-line p-3 md:table-row"
    >
      {boardColumns.map((column, place) => (
        <BoardCell
          key={column.id}
          column={column}
          isRowHeader={place === 0}
          isSorted={sortedBy === column.id}
          name={row.expand.pipeline?.name ?? 'the private pipeline'}
        >
          {column.cell(row, meta)}
        </BoardCell>
      ))}
    </tr>
  )
})

interface BoardCellProps {
  readonly column: BoardColumn
  readonly isRowHeader: boolean
  readonly isSorted: boolean
  /** Of the pipeline. */
  readonly name: string
  readonly children: React.ReactNode
}

function BoardCell({ column: { header, card }, isRowHeader, isSorted, name, children }: BoardCellProps) {
  const look = cn(
    'min-w-0 align-top md:border-b md:border-line md:px-2.5 md:py-2',
    isSorted && !isRowHeader && 'md:bg-selected',
  )
  if (isRowHeader)
    return (
      <th
        scope="row"
        {...tableRole('rowheader')}
        className={cn(look, card, 'text-left md:sticky md:left-0 md:z-[5] md:bg-surface')}
      >
        {children}
        <label
          className={buttonClass({ size: 'small' }, 'mt-1.5 w-fit font-normal has-focus-visible:outline-2 md:hidden')}
        >
          <input type="checkbox" data-details="" className="peer sr-only" />
          Details<span className="sr-only">{` of ${name}`}</span>
          <Icon name="down" className="size-3 peer-checked:rotate-180" />
        </label>
      </th>
    )
  return (
    <td
      {...tableRole('cell')}
      data-label={header}
      className={cn(
        look,
        card ??
          'max-md:order-5 max-md:col-span-3 max-md:hidden max-md:grid-cols-[120px_minmax(0,1fr)] max-md:gap-2 max-md:before:text-xs max-md:before:text-ink-3 max-md:before:content-[attr(data-label)] max-md:in-[tr:has([data-details]:checked)]:grid',
      )}
    >
      {children}
    </td>
  )
}
