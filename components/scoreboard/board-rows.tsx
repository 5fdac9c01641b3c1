import { memo } from 'react'
import { cn } from '@/lib/cn'
import { type BoardView, boardQuery } from '@/lib/core/scoreboard/rows/board-view'
import { nextOrder } from '@/lib/core/scoreboard/rows/order-rows'
import type { ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { type BoardColumn, type BoardMeta, boardColumns } from './board-columns'

type TableRole = 'table' | 'rowgroup' | 'row' | 'columnheader' | 'rowheader' | 'cell'

/**
 * Explicit role for a part of the table. On a narrow screen it is laid out as blocks, for which some browsers drop the
 * table semantics.
 */
export const tableRole = (role: TableRole): { readonly role: TableRole } => ({ role })

interface BoardHeadProps {
  readonly view: BoardView
  /** Shows another view without leaving the page. */
  readonly onFollow: (view: BoardView, event: React.MouseEvent) => void
}

/**
 * Column headers, which sort. On a narrow screen they are visually hidden and a list above the table sorts instead;
 * screen readers get the names, but no links.
 */
export function BoardHead({ view, onFollow }: BoardHeadProps) {
  const { order } = view
  return (
    <thead {...tableRole('rowgroup')} className="max-md:sr-only">
      <tr {...tableRole('row')}>
        {boardColumns.map((column, place) => {
          const { id, header } = column
          const sorted = order.by === id
          const next = { ...view, page: 1, order: nextOrder(order, column) }
          return (
            <th
              key={id}
              scope="col"
              aria-sort={sorted ? (order.descending ? 'descending' : 'ascending') : undefined}
              {...tableRole('columnheader')}
              className={cn(
                'sticky top-0 border-b bg-sunk p-0 text-left align-bottom board:top-(--bar)',
                sorted ? 'border-b-accent-mark' : 'border-line-strong',
                place === 0 ? 'left-0 z-20' : 'z-10',
              )}
            >
              <span className="md:hidden">{header}</span>
              <a
                href={paths.scoreboard(boardQuery(next))}
                onClick={(event) => onFollow(next, event)}
                className="flex min-h-12 w-full items-end gap-1 py-2 pr-1 pl-2.5 text-left text-xs font-[550] text-ink-2 hyphens-auto hover:text-ink max-md:hidden"
              >
                <span className="min-w-0 wrap-anywhere">{header}</span>
                <Icon
                  name={sorted ? 'down' : 'sort'}
                  className={cn('mb-0.5 size-3 shrink-0', sorted && !order.descending && 'rotate-180')}
                />
              </a>
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

interface BoardRowProps {
  readonly row: ScoreboardRow
  readonly meta: BoardMeta
  /** Column that all rows are sorted by. */
  readonly sortedBy: string
}

/** One pipeline: a table row, or a card on a narrow screen. */
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
