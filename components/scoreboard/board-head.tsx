import { cn } from '@/lib/cn'
import { type BoardView, boardQuery } from '@/lib/core/scoreboard/rows/board-view'
import { nextOrder } from '@/lib/core/scoreboard/rows/order-rows'
import { paths } from '@/lib/paths'
import { Icon } from '../ui/icon'
import { boardColumns } from './board-columns'
import { tableRole } from './table-role'

interface BoardHeadProps {
  readonly view: BoardView
  /** Shows another view without leaving the page. */
  readonly onFollow: (view: BoardView, event: React.MouseEvent) => void
}

/**
 * The column names, each of which sorts. On a narrow screen they are hidden and a list above the table sorts instead;
 * screen readers still get the names, but no links.
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
