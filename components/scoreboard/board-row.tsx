import { FlexRender, type Row } from '@tanstack/react-table'
import { memo } from 'react'
import { cn } from '@/lib/cn'
import type { SortName } from '@/lib/core/scoreboard/rows/order-rows'
import type { ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import type { boardFeatures } from './board-columns'
import { tableRole } from './table-role'

interface BoardRowProps {
  readonly row: Row<typeof boardFeatures, ScoreboardRow>
  /** The column that all rows are sorted by. */
  readonly sortedBy: SortName
}

/** One pipeline: a row of the table, or a card on a narrow screen. */
export const BoardRow = memo(function BoardRow({ row, sortedBy }: BoardRowProps) {
  return (
    <tr
      {...tableRole('row')}
      className="grid grid-cols-[40px_minmax(0,1fr)_auto] gap-x-3 gap-y-2 border-b border-line p-3 md:table-row"
    >
      {row.getAllCells().map((cell) => (
        <BoardCell
          key={cell.id}
          by={cell.column.id as SortName}
          label={String(cell.column.columnDef.header)}
          sorted={sortedBy === cell.column.id}
          name={row.original.expand.pipeline?.name ?? 'the private pipeline'}
        >
          <FlexRender cell={cell} />
        </BoardCell>
      ))}
    </tr>
  )
})

/** Fields that a card always shows on a narrow screen; the others are shown on demand. */
const inCard: Readonly<Partial<Record<SortName, string>>> = {
  name: 'max-md:order-2',
  screenshot: 'max-md:order-1',
  minimum_running_time: 'max-md:order-3',
  success_rate: 'max-md:order-4 max-md:col-span-3',
}

interface BoardCellProps {
  readonly by: SortName
  readonly label: string
  readonly sorted: boolean
  /** Name of the pipeline. */
  readonly name: string
  readonly children: React.ReactNode
}

function BoardCell({ by, label, sorted, name, children }: BoardCellProps) {
  const look = cn(
    'min-w-0 align-top md:border-b md:border-line md:px-2.5 md:py-2',
    sorted && by !== 'name' && 'md:bg-selected',
  )
  if (by === 'name')
    return (
      <th
        scope="row"
        {...tableRole('rowheader')}
        className={cn(look, inCard.name, 'text-left md:sticky md:left-0 md:z-[5] md:bg-surface')}
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
  const card = inCard[by]
  return (
    <td
      {...tableRole('cell')}
      data-label={label}
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
