import { cn } from '@/lib/cn'
import { defaultView, usualSizes } from '@/lib/core/scoreboard/rows/board-view'
import { facetsOf } from '@/lib/core/scoreboard/rows/filter-rows'
import { paths } from '@/lib/paths'
import { boardColumns, boardWidth } from './board-columns'
import { BoardFilters } from './board-filters'
import { BoardHeader, BoardTools, SidewaysNote } from './board-frame'

const rows = Array.from({ length: usualSizes.desktop }, (_, place) => place)
const bar = 'block rounded-sm bg-line'

/** Classes for cells taller than a line of words. */
const barHeights: Readonly<Record<string, string>> = {
  name: 'h-19 md:h-4',
  screenshot: 'h-16 md:w-20',
  success_rate: 'h-12 md:h-4',
}

/** Table columns with their final proportions: on a wide page they share the room by their widths. */
const grid = {
  '--board-width': `${boardWidth}px`,
  '--board-columns': boardColumns.map(({ width }) => `minmax(0,${width}fr)`).join(' '),
} as React.CSSProperties

/** Controls of a placeholder do nothing. */
const ignore = () => undefined

/**
 * Placeholder for the scoreboard while its rows load. Built from the page's own parts, so that nothing moves when they
 * arrive. It overlays the page being left, which keeps its scroll position for the back button.
 */
export function BoardSkeleton() {
  return (
    <div data-arriving="" className="fixed inset-x-0 top-(--bar) bottom-0 z-10 overflow-hidden bg-canvas">
      <p role="status" className="sr-only">
        Loading the scoreboard
      </p>
      <div
        inert
        aria-hidden="true"
        className="mx-auto max-w-board animate-pulse px-4 motion-reduce:animate-none md:px-6"
      >
        <BoardHeader totals={null} committedAt="" now={0} />
        <div className="rounded-md border border-line bg-surface">
          <BoardFilters
            view={defaultView}
            facets={facetsOf([])}
            total={0}
            all={0}
            isReady={false}
            onChange={ignore}
            onFollow={ignore}
          >
            <BoardTools address={paths.scoreboard()} isReady={false} onSave={ignore} />
          </BoardFilters>
          {/* A placeholder cannot scroll, so it only reserves the note's room. */}
          <div className="invisible">
            <SidewaysNote />
          </div>
          <div style={grid} className="md:max-board:overflow-hidden">
            <div className="grid border-b border-line-strong bg-sunk max-md:hidden md:min-w-(--board-width) md:grid-cols-(--board-columns)">
              {boardColumns.map(({ id, header }) => (
                <span
                  key={id}
                  data-column=""
                  className="flex min-h-12 items-end py-2 pr-1 pl-2.5 text-xs font-[550] wrap-anywhere text-ink-2 hyphens-auto"
                >
                  {header}
                </span>
              ))}
            </div>
            {rows.map((place) => (
              <div
                key={place}
                data-row=""
                className="grid grid-cols-[72px_minmax(0,1fr)_40px] items-start gap-x-3 gap-y-2 border-b border-line p-3 last:border-0 md:min-w-(--board-width) md:grid-cols-(--board-columns) md:gap-0 md:p-0"
              >
                {boardColumns.map(({ id, card }) => (
                  <span key={id} className={cn(card ?? 'max-md:hidden', 'md:px-2.5 md:py-2')}>
                    <span className={cn(bar, barHeights[id] ?? 'h-4')} />
                    {id === 'name' && <span className={`${bar} mt-1.5 h-[26px] w-20 md:hidden`} />}
                  </span>
                ))}
              </div>
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}
