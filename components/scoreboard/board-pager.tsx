import { cn } from '@/lib/cn'
import { type BoardPage, type BoardView, boardQuery, pageSizes } from '@/lib/core/scoreboard/rows/board-view'
import { countWords } from '@/lib/core/scoreboard/rows/row-words'
import { paths } from '@/lib/paths'

interface BoardPagerProps {
  readonly view: BoardView
  readonly shown: Pick<BoardPage, 'page' | 'pages' | 'total'> & { readonly size: number }
  readonly onChange: (view: BoardView, event: React.MouseEvent) => void
}

/** Pages and sizes as links, so they work without JavaScript too. */
export function BoardPager({ view, shown, onChange }: BoardPagerProps) {
  const { page, pages, total, size } = shown
  const [from, to] = [(page - 1) * size + 1, Math.min(total, page * size)]
  const link = (key: string, words: string, target: Partial<BoardView>, current = false, name?: string) => {
    // The rows of later pages depend on the size, so their URLs include it.
    const next = { ...view, ...((target.page ?? 1) > 1 ? { size } : {}), ...target }
    return (
      <a
        key={key}
        href={paths.scoreboard(boardQuery(next))}
        aria-current={current ? (target.size === undefined ? 'page' : 'true') : undefined}
        aria-label={name}
        onClick={(event) => onChange(next, event)}
        className={cn(
          'inline-grid h-8 min-w-8 place-items-center rounded-md px-1.5 tabular-nums',
          current ? 'bg-solid text-inverse' : 'hover:bg-hover',
        )}
      >
        {words}
      </a>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 px-3 py-2.5 text-sm text-ink-2">
      <span className="tabular-nums">{`${countWords(from)}–${countWords(to)} of ${countWords(total)}`}</span>
      {pages > 1 && (
        <nav aria-label="Pages of the scoreboard" className="flex flex-wrap gap-0.5">
          {page > 1 && link('first', '«', { page: 1 }, false, 'First page')}
          {page > 1 && link('previous', '‹', { page: page - 1 }, false, 'Previous page')}
          {numbersAround(page, pages).map((number) =>
            link(String(number), String(number), { page: number }, number === page, `Page ${number}`),
          )}
          {page < pages && link('next', '›', { page: page + 1 }, false, 'Next page')}
          {page < pages && link('last', '»', { page: pages }, false, 'Last page')}
        </nav>
      )}
      <nav aria-label="Rows per page" className="ml-auto flex items-center gap-0.5">
        <span className="mr-1">Rows</span>
        {pageSizes.map((rows) =>
          link(String(rows), String(rows), { size: rows, page: 1 }, rows === size, `${rows} rows`),
        )}
      </nav>
    </div>
  )
}

/** Up to seven page numbers around the current one. */
function numbersAround(page: number, pages: number): number[] {
  const count = Math.min(7, pages)
  const first = Math.max(1, Math.min(page - 3, pages - count + 1))
  return Array.from({ length: count }, (_, index) => first + index)
}
