import { memo, useEffect, useRef, useState } from 'react'
import { cn } from '@/lib/cn'
import { type BoardView, boardQuery } from '@/lib/core/scoreboard/rows/board-view'
import { nextOrder } from '@/lib/core/scoreboard/rows/order-rows'
import type { ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { paths } from '@/lib/paths'
import { Icon } from '../ui/icon'
import type { BoardColumn, BoardMeta } from './board-columns'
import { BoardDetails } from './board-details'

type TableRole = 'table' | 'rowgroup' | 'row' | 'columnheader' | 'rowheader' | 'cell'

/**
 * Explicit role for a part of the table. On a narrow screen it is laid out as blocks, for which some browsers drop the
 * table semantics.
 */
export const tableRole = (role: TableRole): { readonly role: TableRole } => ({ role })

interface BoardHeadProps {
  readonly view: BoardView
  readonly columns: readonly BoardColumn[]
  /** Shows another view without leaving the page. */
  readonly onFollow: (view: BoardView, event: React.MouseEvent) => void
}

/**
 * Column headers, which sort. On a narrow screen they are visually hidden and a list above the table sorts instead;
 * screen readers get the names, but no links.
 */
export function BoardHead({ view, columns, onFollow }: BoardHeadProps) {
  const { order } = view
  return (
    <thead {...tableRole('rowgroup')} className="max-md:sr-only">
      <tr {...tableRole('row')}>
        {columns.map((column, place) => {
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
                className="flex min-h-10 w-full items-end gap-1 py-1.5 pr-1 pl-2.5 text-left text-xs font-[550] text-ink-2 hyphens-auto hover:text-ink max-md:hidden"
              >
                <span className="min-w-0 wrap-break-word">{header}</span>
                {sorted && (
                  <Icon name="down" className={cn('mb-0.5 size-3 shrink-0', !order.descending && 'rotate-180')} />
                )}
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
  readonly columns: readonly BoardColumn[]
  readonly meta: BoardMeta
  /** Column that all rows are sorted by. */
  readonly sortedBy: string
}

/** One pipeline: a line of the table, or two lines on a narrow screen. It opens to what they have no room for. */
export const BoardRow = memo(function BoardRow({ row, columns, meta, sortedBy }: BoardRowProps) {
  const [opened, setOpened] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  // The browser opens rows without script, so one may be open already.
  useEffect(() => setOpened(box.current?.checked ?? false), [])
  return (
    <>
      <tr
        {...tableRole('row')}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line px-3 py-1.5 md:table-row md:h-9 has-[[data-details]:checked]:bg-selected"
      >
        {columns.map((column, place) => (
          <BoardCell key={column.id} column={column} isRowHeader={place === 0} isSorted={sortedBy === column.id}>
            {place === 0 ? (
              <span className="flex min-w-0 items-center gap-1">
                <label className="grid size-6 shrink-0 cursor-pointer place-items-center rounded-sm hover:bg-hover has-focus-visible:outline-2">
                  <input
                    ref={box}
                    type="checkbox"
                    data-details=""
                    className="peer sr-only"
                    onChange={({ target }) => setOpened(target.checked)}
                  />
                  <span className="sr-only">{`Details of ${row.expand.pipeline?.name ?? 'the private pipeline'}`}</span>
                  <Icon name="right" className="size-3.5 text-ink-3 peer-checked:rotate-90" />
                </label>
                {column.cell(row, meta)}
              </span>
            ) : (
              column.cell(row, meta)
            )}
          </BoardCell>
        ))}
      </tr>
      <tr
        {...tableRole('row')}
        data-opened=""
        className="hidden border-b border-line bg-sunk [tr:has([data-details]:checked)+&]:block md:[tr:has([data-details]:checked)+&]:table-row"
      >
        <td
          {...tableRole('cell')}
          colSpan={columns.length}
          className="block px-3 py-3 pl-10 md:table-cell md:border-b md:border-line"
        >
          <BoardDetails row={row} meta={meta} opened={opened} />
        </td>
      </tr>
    </>
  )
})

interface BoardCellProps {
  readonly column: BoardColumn
  readonly isRowHeader: boolean
  readonly isSorted: boolean
  readonly children: React.ReactNode
}

function BoardCell({ column: { narrow }, isRowHeader, isSorted, children }: BoardCellProps) {
  const look = cn(
    'min-w-0 align-middle md:h-9 md:border-b md:border-line md:px-2.5 md:py-0',
    isSorted && !isRowHeader && 'md:bg-selected',
    narrow ?? 'max-md:hidden',
  )
  if (isRowHeader)
    return (
      <th
        scope="row"
        {...tableRole('rowheader')}
        className={cn(look, 'text-left md:sticky md:left-0 md:z-[5] md:bg-surface md:pl-1.5')}
      >
        {children}
      </th>
    )
  return (
    <td {...tableRole('cell')} className={look}>
      {children}
    </td>
  )
}
